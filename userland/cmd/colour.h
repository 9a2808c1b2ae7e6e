/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* colour.h - errors in colours: only where somebody looks at a terminal. */
#ifndef CMD_COLOUR_H
#define CMD_COLOUR_H

#include <stdbool.h>
#include <stdio.h>

/*
 * colour_wanted - whether @out is a terminal that shows colours, and the user wants them.
 * args:   @no_colour, @terminal are the values of the environment's NO_COLOR and TERM; NULL: not set.
 * return: false when @out is no terminal, NO_COLOR has any text (no-color.org), or TERM is "dumb" or not set.
 */
bool colour_wanted(FILE *out, const char *no_colour, const char *terminal);

/*
 * colour_error - print a message of several lines: the first bold, the caret under the excerpt and the word "hint:"
 * in colours of their own. Without the colours the bytes are those of @text and a newline.
 */
void colour_error(FILE *out, const char *text);

#endif
