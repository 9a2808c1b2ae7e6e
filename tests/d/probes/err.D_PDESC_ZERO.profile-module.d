/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Ticks have no module. */
profile:module::tick-1s { exit(0); }
