/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A word that is none: those that are, and what may be meant. The caret is under the value. */
#pragma D option quiet
	#pragma  D option   oformat=jsno /* of the compiler */
BEGIN { exit(0); }
