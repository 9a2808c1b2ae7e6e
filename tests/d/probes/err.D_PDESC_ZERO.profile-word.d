/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A profile without a number. */
profile-often { exit(0); }
