/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #include needs the preprocessor. */
#include <stdio.h>
BEGIN { exit(0); }
