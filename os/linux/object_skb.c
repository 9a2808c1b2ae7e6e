/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* object_skb.c - facts of a packet (packet.c has its bytes), and of an interface. */
#include <linux/if.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>

#include "os/linux/object.h"

#include "base/memory.h"

/* ---- the packet ------------------------------------------------------------------------------- */

FACT_MEMBER(skb_length, struct sk_buff, len, u64)
FACT_MEMBER(skb_device, struct sk_buff, dev, unsigned long)

DT_PROBE_CTX int linux_number_skb_protocol(uint64_t object, uint64_t *ret)
{
	__be16 protocol;

	if (!LOAD_MEMBER(&protocol, object, struct sk_buff, protocol))
		return -OS_EFAULT;
	*ret = be16_to_cpu(protocol);
	return 0;
}

/* The address of a header that is @offset bytes into the packet's memory; all ones: not known yet. */
DT_PROBE_CTX static int header_at(uint64_t skb, u16 offset, uint64_t *ret)
{
	uint64_t head;

	if (!LOAD_POINTER(&head, skb, struct sk_buff, head))
		return -OS_EFAULT;
	*ret = offset == (u16)~0u ? 0 : head + offset;
	return 0;
}

DT_PROBE_CTX int linux_number_skb_network(uint64_t object, uint64_t *ret)
{
	u16 offset;

	if (!LOAD_MEMBER(&offset, object, struct sk_buff, network_header))
		return -OS_EFAULT;
	return header_at(object, offset, ret);
}

DT_PROBE_CTX int linux_number_skb_transport(uint64_t object, uint64_t *ret)
{
	u16 offset;

	if (!LOAD_MEMBER(&offset, object, struct sk_buff, transport_header))
		return -OS_EFAULT;
	return header_at(object, offset, ret);
}

/* The two versions of the header of IP, and the first byte, whose upper half says which it is. */
union ip_header {
	u8 first;
	struct iphdr four;
	struct ipv6hdr six;
};

DT_PROBE_CTX static int load_header(uint64_t skb, uint64_t *addr, union ip_header *header)
{
	size_t size = sizeof(header->four);

	if (linux_number_skb_network(skb, addr) != 0 || os_kload(&header->first, *addr, sizeof(header->first)) != 0)
		return -OS_EFAULT;
	if (header->first >> 4 == 6)
		size = sizeof(header->six);
	return os_kload(header, *addr, size);
}

DT_PROBE_CTX int linux_number_skb_local(uint64_t object, uint64_t *ret)
{
	union ip_header header;
	uint64_t device, addr;

	if (linux_number_skb_device(object, &device) != 0)
		return -OS_EFAULT;
	*ret = 0;
	if (device && linux_number_device_local(device, ret) != 0)
		return -OS_EFAULT;
	if (*ret || load_header(object, &addr, &header) != 0)
		return 0;
	*ret = header.first >> 4 == 6 ? dt_memcmp(&header.six.saddr, &header.six.daddr, sizeof(header.six.saddr)) == 0
				      : header.four.saddr == header.four.daddr;
	return 0;
}

/*
 * A packet that is longer than its header can say has 0 there: then it is what the kernel counts,
 * from the header on.
 */
DT_PROBE_CTX int linux_number_skb_payload(uint64_t object, uint64_t *ret)
{
	unsigned int head, total, length;
	union ip_header header;
	uint64_t addr, data;

	if (load_header(object, &addr, &header) != 0 || !LOAD_MEMBER(&length, object, struct sk_buff, len) ||
	    !LOAD_POINTER(&data, object, struct sk_buff, data))
		return -OS_EFAULT;
	length += (unsigned int)(data - addr);
	if (header.first >> 4 == 6) {
		head = sizeof(header.six);
		total = header.six.payload_len ? be16_to_cpu(header.six.payload_len) + head : length;
	} else {
		head = header.four.ihl * 4;
		total = header.four.tot_len ? be16_to_cpu(header.four.tot_len) : length;
	}
	*ret = total > head ? total - head : 0;
	return 0;
}

/* ---- the interface ---------------------------------------------------------------------------- */

DT_PROBE_CTX int linux_number_device_local(uint64_t object, uint64_t *ret)
{
	unsigned int flags;

	if (!LOAD_MEMBER(&flags, object, struct net_device, flags))
		return -OS_EFAULT;
	*ret = (flags & IFF_LOOPBACK) != 0;
	return 0;
}

DT_PROBE_CTX long linux_text_device_name(uint64_t object, char *dst, size_t size)
{
	return linux_text_at(object + offsetof(struct net_device, name), IFNAMSIZ - 1, dst, size);
}
