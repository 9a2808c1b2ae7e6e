/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * text.h - strings for code that has no C library. Semantics as their namesakes in C unless a comment says otherwise.
 * Context: any, probe context included, unless a comment says otherwise.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

size_t dt_strlen(const char *s);
size_t dt_strnlen(const char *s, size_t max);
int dt_strcmp(const char *a, const char *b);
int dt_strncmp(const char *a, const char *b, size_t max);
size_t dt_strlcpy(char *dst, const char *src, size_t size); /* returns the length of @src */

/* dt_str_same - whether two strings are equal. Context: process. */
bool dt_str_same(const char *a, const char *b);

#endif
