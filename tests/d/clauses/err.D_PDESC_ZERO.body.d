/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A description without probes comes before what is wrong with the body. */
nosuch:::probe
{
	trace(nosuch);
}
