/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/perf_map.h - names for code that a program makes at run time, as it writes them itself: the
 * file /tmp/perf-PID.map of Java, Node.js, Python and others.
 *
 * Each line is START SIZE NAME, the numbers hexadecimal. The file grows while the program runs; code that
 * took the place of other code comes later. (Linux: tools/perf/Documentation/jit-interface.txt)
 */
#ifndef LDT_SYMBOLS_PERF_MAP_H
#define LDT_SYMBOLS_PERF_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ldt_perf_map;

/*
 * ldt_perf_map_open - the names of a process, if it has such a file. It is found in the process's own
 * root, by the number that the process has in its own namespace; after its end it is not found.
 * A file that belongs neither to the user of the process nor to root is none: anybody may write to /tmp.
 * args:    @procfs as in process.h.
 * return:  for ldt_perf_map_close(), which accepts NULL; NULL: there is none.
 */
struct ldt_perf_map *ldt_perf_map_open(const char *procfs, uint32_t pid);
void ldt_perf_map_close(struct ldt_perf_map *map);

/* ldt_perf_map_changed - whether the file has other contents by now. */
bool ldt_perf_map_changed(const struct ldt_perf_map *map);

/*
 * ldt_perf_map_find - the name of the code at an address, and how far *@into it that is. Bytes of a
 * name that cannot be printed are `?`.
 * return:  the map's own; NULL: none.
 */
const char *ldt_perf_map_find(const struct ldt_perf_map *map, uint64_t addr, uint64_t *into);

#endif
