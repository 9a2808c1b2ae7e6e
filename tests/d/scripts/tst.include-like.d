#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, types of the program: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
enum { ST_IDLE, ST_RUN = 5, ST_DONE };
typedef enum color { RED, GREEN = 10, BLUE } color_t;
enum color c; color_t d;
typedef int (*callback_t)(void *, int);
BEGIN { c = GREEN; d = BLUE; printf("%d %d %d\n", c, d, ST_DONE); printf("%s\n", c == GREEN ? "green" : "x"); exit(0); }
