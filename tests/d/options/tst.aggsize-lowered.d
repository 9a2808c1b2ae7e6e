/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bufresize=auto: a size that the machine cannot give is lowered.
 * @@options: -x aggsize=100t -x bufresize=auto
 */
#pragma D option quiet
BEGIN { @ = count(); exit(0); }
