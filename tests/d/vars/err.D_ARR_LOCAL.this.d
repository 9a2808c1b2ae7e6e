/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* this-> has no arrays with keys. */
BEGIN
{
	this->a["x"] = 1;
	exit(0);
}
