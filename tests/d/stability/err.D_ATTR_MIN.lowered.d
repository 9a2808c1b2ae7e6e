/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A variable below the minimum.
 * @@options: -x amin=Stable/Stable/Common
 */
int variable;
#pragma D attributes Private/Private/Unknown variable
BEGIN { variable = 1; exit(0); }
