/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* More than four fields. */
a:b:c:d:e:f { exit(0); }
