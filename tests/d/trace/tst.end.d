/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* END is printed last. */
#pragma D option quiet

END
{
	trace("end");
}

BEGIN
{
	trace("begin");
	exit(0);
}
