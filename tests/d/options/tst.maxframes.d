/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A stack is recorded with at most maxframes frames: 8 bytes of header, the process, three addresses; then 8 and an int,
 * rounded up.
 * @@options: -B -x maxframes=3
 * @@sed: /^CPU/!d; s/CPU .* EPID .*:/CPU N EPID N:/
 */
BEGIN { ustack(100); }
BEGIN { exit(0); }
