/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A type with a name is neither long nor short. */
long id_t *x;
BEGIN { exit(0); }
