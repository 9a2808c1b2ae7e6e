/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() at run time: values that an option cannot have, names that are none, options that cannot change any more. */
#pragma D option quiet
BEGIN
{
	setopt("quiet", "maybe");
	setopt("aggrate", "often");
	setopt("stackindent", "deep");
	setopt("bufsize", "8m");
	setopt("maxdepth", "3");
	setopt("oformat", "json");
	setopt("agrate", "1hz");
	exit(0);
}
