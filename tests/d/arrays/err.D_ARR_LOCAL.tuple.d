/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No associative array in a clause, also undeclared. */
BEGIN
{
	this->a[1, "x"] = 5;
}
