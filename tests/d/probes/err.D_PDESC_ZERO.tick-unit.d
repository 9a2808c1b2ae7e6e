/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A tick with a unit that is not there. */
tick-5parsec { exit(0); }
