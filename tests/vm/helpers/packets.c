// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * packets - sends known packets over the loopback device, and says what a capture file (libpcap's
 * format) has of them.
 *
 *   packets up [MTU]     the device
 *   packets send         UDP  127.0.0.1:5001 -> 127.0.0.2:5002, 100 bytes
 *                        UDP  ::1:5001 -> ::1:5002, 200 bytes
 *                        TCP  127.0.0.1:5004 -> 127.0.0.2:5003, 3000 bytes, which the other end
 *                             reads before both close
 *   packets large        UDP  127.0.0.1:5001 -> 127.0.0.2:5005, 4000 bytes
 *   packets check FILE   a line for each packet: link type, captured/length, protocol, ports (with
 *                        addresses when there is a header of IP), flags of TCP, bytes of payload
 *                        that are in the file, and whether they are those that were sent
 *
 * Payload byte i of what goes to a port is i * 7 + i / 256 + port, in eight bits. Link type 147 is
 * for packets that begin with the header of UDP.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TCP_PORT 5003

static void must(bool done, const char *what)
{
	if (done)
		return;
	perror(what);
	exit(1);
}

static uint8_t pattern(size_t i, unsigned int port)
{
	return (uint8_t)(i * 7 + i / 256 + port);
}

static const char *payload(size_t size, unsigned int port)
{
	static char bytes[65536];
	size_t i;

	for (i = 0; i < size; i++)
		bytes[i] = (char)pattern(i, port);
	return bytes;
}

static void up(int mtu)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct ifreq request = { .ifr_name = "lo" };

	must(fd >= 0, "socket");
	if (mtu) {
		request.ifr_mtu = mtu;
		must(ioctl(fd, SIOCSIFMTU, &request) == 0, "mtu");
	}
	request.ifr_flags = IFF_UP | IFF_RUNNING;
	must(ioctl(fd, SIOCSIFFLAGS, &request) == 0, "up");
	close(fd);
}

static struct sockaddr_in address4(const char *text, unsigned int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };

	inet_pton(AF_INET, text, &address.sin_addr);
	return address;
}

static int bound4(int type, const char *text, unsigned int port)
{
	struct sockaddr_in address = address4(text, port);
	int fd = socket(AF_INET, type, 0), yes = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	must(bind(fd, (struct sockaddr *)&address, sizeof(address)) == 0, "bind");
	return fd;
}

static void receive_all(int fd, size_t size)
{
	static char bytes[65536];
	ssize_t got;

	while (size > 0) {
		got = recv(fd, bytes, size, 0);
		must(got > 0, "recv");
		size -= (size_t)got;
	}
}

static void send_udp4(unsigned int port, size_t size)
{
	int from = bound4(SOCK_DGRAM, "127.0.0.1", 5001), to = bound4(SOCK_DGRAM, "127.0.0.2", port);
	struct sockaddr_in address = address4("127.0.0.2", port);

	must(sendto(from, payload(size, port), size, 0, (struct sockaddr *)&address, sizeof(address)) == (ssize_t)size,
	     "sendto");
	receive_all(to, size);
	close(from);
	close(to);
}

static void send_udp6(unsigned int port, size_t size)
{
	struct sockaddr_in6 from = { .sin6_family = AF_INET6,
				     .sin6_port = htons(5001),
				     .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	struct sockaddr_in6 to = from;
	int sender = socket(AF_INET6, SOCK_DGRAM, 0), receiver = socket(AF_INET6, SOCK_DGRAM, 0);

	to.sin6_port = htons((uint16_t)port);
	must(bind(sender, (struct sockaddr *)&from, sizeof(from)) == 0, "bind");
	must(bind(receiver, (struct sockaddr *)&to, sizeof(to)) == 0, "bind");
	must(sendto(sender, payload(size, port), size, 0, (struct sockaddr *)&to, sizeof(to)) == (ssize_t)size,
	     "sendto");
	receive_all(receiver, size);
	close(sender);
	close(receiver);
}

static void send_tcp4(size_t size)
{
	int server = bound4(SOCK_STREAM, "127.0.0.2", TCP_PORT), client = bound4(SOCK_STREAM, "127.0.0.1", 5004), other;
	struct sockaddr_in address = address4("127.0.0.2", TCP_PORT);

	must(listen(server, 1) == 0, "listen");
	must(connect(client, (struct sockaddr *)&address, sizeof(address)) == 0, "connect");
	other = accept(server, NULL, NULL);
	must(other >= 0, "accept");
	must(send(client, payload(size, TCP_PORT), size, 0) == (ssize_t)size, "send");
	receive_all(other, size);
	close(other);
	close(client);
	close(server);
}

/* ---- capture files --------------------------------------------------------------------------- */

static void show_payload(const uint8_t *bytes, size_t size, unsigned int port)
{
	size_t i;

	for (i = 0; i < size && bytes[i] == pattern(i, port); i++)
		;
	printf(" %zu %s\n", size, i == size ? "good" : "BAD");
}

static void show_transport(const uint8_t *bytes, size_t size, unsigned int protocol, const char *from, const char *to)
{
	const struct udphdr *udp = (const void *)bytes;
	const struct tcphdr *tcp = (const void *)bytes;

	if (protocol == IPPROTO_UDP && size >= sizeof(*udp)) {
		printf(" UDP %s:%u %s:%u", from, ntohs(udp->uh_sport), to, ntohs(udp->uh_dport));
		show_payload(bytes + sizeof(*udp), size - sizeof(*udp), ntohs(udp->uh_dport));
	} else if (protocol == IPPROTO_TCP && size >= sizeof(*tcp) && size >= tcp->th_off * 4u) {
		printf(" TCP %s:%u %s:%u %s%s%s", from, ntohs(tcp->th_sport), to, ntohs(tcp->th_dport),
		       tcp->th_flags & TH_SYN ? "S" : "", tcp->th_flags & TH_FIN ? "F" : "",
		       tcp->th_flags & TH_ACK ? "A" : "");
		show_payload(bytes + tcp->th_off * 4, size - tcp->th_off * 4, ntohs(tcp->th_dport));
	} else {
		printf(" protocol %u\n", protocol);
	}
}

static void show_ip(const uint8_t *bytes, size_t size)
{
	const struct ip *ip4 = (const void *)bytes;
	const struct ip6_hdr *ip6 = (const void *)bytes;
	char from[64], to[64];

	if (size >= sizeof(*ip4) && ip4->ip_v == 4) {
		inet_ntop(AF_INET, &ip4->ip_src, from, sizeof(from));
		inet_ntop(AF_INET, &ip4->ip_dst, to, sizeof(to));
		show_transport(bytes + ip4->ip_hl * 4, size - ip4->ip_hl * 4, ip4->ip_p, from, to);
	} else if (size >= sizeof(*ip6) && bytes[0] >> 4 == 6) {
		inet_ntop(AF_INET6, &ip6->ip6_src, from, sizeof(from));
		inet_ntop(AF_INET6, &ip6->ip6_dst, to, sizeof(to));
		show_transport(bytes + sizeof(*ip6), size - sizeof(*ip6), ip6->ip6_nxt, from, to);
	} else {
		printf(" no packet of IP\n");
	}
}

static void show_packet(uint32_t link, const uint8_t *bytes, size_t size)
{
	if (link == 101)
		show_ip(bytes, size);
	else if (link == 1 && size > 14 &&
		 ((bytes[12] == 8 && bytes[13] == 0) || (bytes[12] == 0x86 && bytes[13] == 0xdd)))
		show_ip(bytes + 14, size - 14);
	else if (link == 147)
		show_transport(bytes, size, IPPROTO_UDP, "", "");
	else
		printf(" unknown\n");
}

static int check(const char *name)
{
	struct {
		uint32_t magic;
		uint16_t major, minor;
		uint32_t zone, accuracy, most, link;
	} file;
	struct {
		uint32_t seconds, microseconds, captured, length;
	} packet;
	static uint8_t bytes[262144];
	FILE *in = fopen(name, "r");

	must(in != NULL, name);
	if (fread(&file, sizeof(file), 1, in) != 1 || file.magic != 0xa1b2c3d4 || file.major != 2 || file.minor != 4 ||
	    file.zone != 0) {
		printf("no capture file\n");
		return 1;
	}
	while (fread(&packet, sizeof(packet), 1, in) == 1) {
		if (packet.captured > file.most || packet.captured > packet.length ||
		    fread(bytes, 1, packet.captured, in) != packet.captured) {
			printf("broken\n");
			return 1;
		}
		if (packet.microseconds >= 1000000 || llabs((long long)packet.seconds - (long long)time(NULL)) > 100)
			printf("at another time: ");
		printf("%u %u/%u", file.link, packet.captured, packet.length);
		show_packet(file.link, bytes, packet.captured);
	}
	fclose(in);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "up"))
		up(argc > 2 ? atoi(argv[2]) : 0);
	else if (!strcmp(what, "large"))
		send_udp4(5005, 4000);
	else if (!strcmp(what, "check") && argc > 2)
		return check(argv[2]);
	else if (!strcmp(what, "send")) {
		send_udp4(5002, 100);
		send_udp6(5002, 200);
		send_tcp4(3000);
	} else
		return 2;
	return 0;
}
