/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A module that is not there. */
#pragma D depends_on module nosuchmodule
BEGIN { exit(0); }
