/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/pcap.c - the output of packets that pcap() recorded.
 *
 *      freopen() has named a file   -> that file, in the format of libpcap: it is a capture file from then on
 *      there is a tshark            -> its standard input, in the same format; what it prints goes where we print
 *      neither                      -> the bytes, as tracemem() prints them
 *
 * The format has one link type for all packets: a file has that of its first packet, and there is a tshark for each.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "consumer/consume.h"
#include "consumer/print.h"

#define CAPTURE_MAGIC 0xa1b2c3d4u /* in the order of this CPU; time in microseconds */
#define CAPTURE_MAJOR 2
#define CAPTURE_MINOR 4
#define VIEWER        "tshark"

extern char **environ;

/* The header of a file of packets, and that of each packet in it. */
struct file_header {
	uint32_t magic;
	uint16_t major, minor;
	int32_t zone;
	uint32_t accuracy;
	uint32_t most; /* bytes of any packet */
	uint32_t link;
};

struct packet_header {
	uint32_t seconds, microseconds;
	uint32_t captured, length;
};

struct ldt_capture {
	struct ldt_capture *next;
	uint32_t link;
	FILE *file; /* a viewer's pipe, owned; else the file of freopen() */
	bool live;  /* somebody reads at the same time */
	pid_t viewer;
};

/* In files some link types have other numbers than in programs, where each system has its own: those of Linux. */
static uint32_t file_link(uint32_t link)
{
	static const uint32_t other[][2] = { { 11, 100 }, { 12, 101 }, { 15, 102 }, { 16, 103 } };

	for (size_t i = 0; i < DT_ARRAY_SIZE(other); i++) {
		if (other[i][0] == link)
			return other[i][1];
	}
	return link;
}

/* ---- the format ------------------------------------------------------------------------------ */

static bool write_header(FILE *file, uint32_t link)
{
	struct file_header header = { .magic = CAPTURE_MAGIC,
				      .major = CAPTURE_MAJOR,
				      .minor = CAPTURE_MINOR,
				      .most = DTRACE_PCAP_MAX,
				      .link = file_link(link) };

	return fwrite(&header, sizeof(header), 1, file) == 1;
}

/*
 * Between these two a write to a reader that has gone is an error, not a SIGPIPE for the process.
 */
struct quiet {
	sigset_t before;
	bool pending;
};

static void quiet_begin(struct quiet *quiet)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &set, &quiet->before);
	sigpending(&set);
	quiet->pending = sigismember(&set, SIGPIPE) == 1;
}

static void quiet_end(const struct quiet *quiet)
{
	const struct timespec none = { 0 };
	int error = errno;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	if (!quiet->pending) {
		while (sigtimedwait(&set, NULL, &none) == -1 && errno == EINTR)
			continue;
	}
	pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
	errno = error;
}

static bool write_packet(const struct ldt_capture *capture, const struct dtrace_packet *packet, const char *data)
{
	struct packet_header header = { .seconds = (uint32_t)(packet->time / 1000000000u),
					.microseconds = (uint32_t)(packet->time % 1000000000u / 1000u),
					.captured = packet->captured,
					.length = packet->length };
	struct quiet quiet;
	bool done;

	quiet_begin(&quiet);
	done = fwrite(&header, sizeof(header), 1, capture->file) == 1 &&
	       (packet->captured == 0 || fwrite(data, packet->captured, 1, capture->file) == 1) &&
	       (!capture->live || fflush(capture->file) == 0);
	quiet_end(&quiet);
	return done;
}

static struct ldt_capture *capture_create(FILE *file, uint32_t link, bool live)
{
	struct ldt_capture *capture = calloc(1, sizeof(*capture));

	if (!capture)
		return NULL;
	capture->file = file;
	capture->link = link;
	capture->live = live;
	if (!write_header(file, link)) {
		free(capture);
		return NULL;
	}
	return capture;
}

/* ---- the file of freopen() ------------------------------------------------------------------- */

/* A file that has something in it already: whether these are packets of this link type, so that more can follow. */
static bool continues(FILE *file, uint32_t link)
{
	struct file_header header;
	char path[64];
	bool same;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fileno(file));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return false;
	same = read(fd, &header, sizeof(header)) == (ssize_t)sizeof(header) && header.magic == CAPTURE_MAGIC &&
	       header.major == CAPTURE_MAJOR && header.link == file_link(link);
	close(fd);
	return same;
}

/* NULL with *@problem set, which is NULL when there was no memory. */
static struct ldt_capture *open_file(FILE *file, uint32_t link, const char **problem)
{
	struct ldt_capture *capture;
	struct stat status;

	*problem = NULL;
	if (fflush(file) != 0 || fstat(fileno(file), &status) == -1) {
		*problem = dtrace_errmsg(NULL, errno);
		return NULL;
	}
	if (!S_ISREG(status.st_mode) || status.st_size == 0)
		return capture_create(file, link, !S_ISREG(status.st_mode));
	if (!continues(file, link)) {
		*problem = "it has something else in it than packets of that link type";
		return NULL;
	}
	capture = calloc(1, sizeof(*capture));
	if (capture) {
		capture->file = file;
		capture->link = link;
	}
	return capture;
}

static int to_file(struct dtrace_hdl *dtp, const dtrace_probedata_t *probe, uint32_t link,
		   const struct dtrace_packet *packet, const char *data)
{
	struct ldt_consume *consume = dtp->consume;
	const char *problem = NULL;

	if (!consume->capture) {
		consume->capture = open_file(consume->redirect, link, &problem);
		if (!consume->capture && !problem)
			return ldt_set_errno(dtp, EDT_NOMEM);
	} else if (consume->capture->link != link) {
		problem = "its packets have another link type";
	}
	if (!problem && !write_packet(consume->capture, packet, data))
		problem = dtrace_errmsg(NULL, errno);
	if (!problem)
		return 0;
	return ldt_report_library_error(dtp, probe, "cannot write a packet of link type %u to \"%s\": %s", link,
					consume->redirect_name, problem);
}

void ldt_capture_close(struct ldt_consume *consume)
{
	free(consume->capture);
	consume->capture = NULL;
}

/* ---- a program that shows packets ------------------------------------------------------------ */

/*
 * A process group of its own: an interrupt from the terminal is ours, it ends when there are no
 * more packets. 0 or an errno.
 */
static int spawn_viewer_on(int in, int out, pid_t *pid)
{
	char *argv[] = { (char *)VIEWER, (char *)"-l", (char *)"-i", (char *)"-", NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	error = posix_spawnattr_init(&attributes);
	if (!error) {
		posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
		error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
		if (!error)
			error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
		if (!error)
			error = posix_spawnp(pid, VIEWER, &actions, &attributes, argv, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Start it on a pipe. 0 and *@pid, *@fd our end; an errno. */
static int spawn_viewer(FILE *out, pid_t *pid, int *fd)
{
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC) == -1)
		return errno;
	error = spawn_viewer_on(ends[0], fileno(out), pid);
	close(ends[0]);
	if (error)
		close(ends[1]);
	else
		*fd = ends[1];
	return error;
}

static void viewer_destroy(struct ldt_capture *viewer)
{
	struct quiet quiet;
	int status;

	quiet_begin(&quiet);
	fclose(viewer->file);
	quiet_end(&quiet);
	while (waitpid(viewer->viewer, &status, 0) == -1 && errno == EINTR)
		continue;
	free(viewer);
}

void ldt_viewers_close(struct ldt_consume *consume)
{
	struct ldt_capture *viewer;

	while ((viewer = consume->viewers) != NULL) {
		consume->viewers = viewer->next;
		viewer_destroy(viewer);
	}
}

/* 0 and *@ret; an errno. */
static int viewer_create(FILE *out, uint32_t link, struct ldt_capture **ret)
{
	int fd = -1, error, status;
	FILE *file;
	pid_t pid = -1;

	fflush(out);
	error = spawn_viewer(out, &pid, &fd);
	if (error)
		return error;
	file = fdopen(fd, "w");
	*ret = file ? capture_create(file, link, true) : NULL;
	if (*ret) {
		(*ret)->viewer = pid;
		return 0;
	}
	error = errno;
	if (file)
		fclose(file);
	else
		close(fd);
	while (waitpid(pid, &status, 0) == -1 && errno == EINTR)
		continue;
	return error;
}

/*
 * The viewer for this link type, NULL when there is none. Why one cannot be used is reported once.
 */
static struct ldt_capture *find_viewer(struct dtrace_hdl *dtp, FILE *out, const dtrace_probedata_t *probe,
				       uint32_t link)
{
	struct ldt_consume *consume = dtp->consume;
	struct ldt_capture *viewer;
	int error;

	if (consume->no_viewer || fileno(out) < 0)
		return NULL;
	for (viewer = consume->viewers; viewer; viewer = viewer->next) {
		if (viewer->link == link)
			return viewer;
	}
	error = viewer_create(out, link, &viewer);
	if (error) {
		consume->no_viewer = true;
		if (error != ENOENT)
			ldt_report_library_error(dtp, probe, "cannot run " VIEWER ": %s", dtrace_errmsg(NULL, error));
		return NULL;
	}
	viewer->next = consume->viewers;
	consume->viewers = viewer;
	return viewer;
}

int ldt_packet_print(struct dtrace_hdl *dtp, FILE *out, const dtrace_probedata_t *probe, struct ldt_value value,
		     int64_t link)
{
	struct dtrace_packet packet;
	struct ldt_capture *viewer;
	const char *data = value.data + sizeof(packet);

	if (value.rec->size < sizeof(packet))
		return ldt_set_errno(dtp, EDT_BADREC);
	memcpy(&packet, value.data, sizeof(packet));
	if (packet.captured > value.rec->size - sizeof(packet))
		return ldt_set_errno(dtp, EDT_BADREC);
	if (link < 0 || link > UINT16_MAX)
		return ldt_report_library_error(dtp, probe, "%lld is no link type of a packet", (long long)link);
	if (dtp->consume->redirect)
		return to_file(dtp, probe, (uint32_t)link, &packet, data);
	viewer = find_viewer(dtp, out, probe, (uint32_t)link);
	if (!viewer)
		return ldt_print_raw(out, data, packet.captured);
	if (write_packet(viewer, &packet, data))
		return 0;
	dtp->consume->no_viewer = true;
	return ldt_report_library_error(dtp, probe, VIEWER " takes no more packets: %s", dtrace_errmsg(NULL, errno));
}
