/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A name does not start with a digit. */
BEGIN { 1x = 5; }
