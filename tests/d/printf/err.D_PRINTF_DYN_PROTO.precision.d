/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A dynamic precision without its number. */
BEGIN { printf("%.*s"); }
