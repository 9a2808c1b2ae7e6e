/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider that is not there. */
#pragma D attributes Stable/Stable/Common provider nosuch provider

BEGIN { exit(0); }
