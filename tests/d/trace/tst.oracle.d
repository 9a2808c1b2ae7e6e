/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The other lineage has wider columns.
 * @@testing
 * @@options: -x compat=oracle
 */
BEGIN
{
	trace((int64_t)-1);
	trace((uint64_t)1);
	trace((int32_t)-2);
	trace((uint32_t)2);
	trace((int16_t)-3);
	trace((int8_t)-4);
	exit(0);
}
