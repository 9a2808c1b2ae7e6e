/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predicate is a scalar. */
BEGIN
/"abc"/
{
}
