/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #if needs the preprocessor. */
#if 1
BEGIN { exit(0); }
#endif
