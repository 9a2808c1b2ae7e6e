/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() of quiet in the middle. */
#pragma D option quiet

BEGIN { setopt("quiet", "yes"); trace("quiet"); exit(0); }
