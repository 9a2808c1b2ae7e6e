/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Dynamic options can be set while tracing. */
#pragma D option quiet

BEGIN
{
	setopt("aggrate", "100hz");
	setopt("switchrate", "50hz");
	setopt("stackindent", "2");
	setopt("quiet");
	printf("ok\n");
	exit(0);
}
