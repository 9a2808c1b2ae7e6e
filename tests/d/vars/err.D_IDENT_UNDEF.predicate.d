/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable that nobody assigned. */
BEGIN
/nosuch/
{
}
