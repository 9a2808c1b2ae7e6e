/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * JSON lines: one for the start, each row, each record with data, the end.
 * @@options: -x json
 * @@status: 3
 * @@sed: s|"time":[0-9]*|"time":0|;s|"cpu":[0-9]*|"cpu":0|;s|"cpus":[0-9]*|"cpus":0|;s|"id":[0-9]*|"id":0|;s|"engine":"[a-z]*"|"engine":""|;s|"word":[48]|"word":0|
 */
#pragma D option quiet

BEGIN
{
	printf("%s %d\n", "a\t\"b\"", -1);
	trace(0xffffffffffffffff);
	@calls["k", 3] = count();
	@size = quantize(5);
	printa(@calls);
	exit(3);
}
