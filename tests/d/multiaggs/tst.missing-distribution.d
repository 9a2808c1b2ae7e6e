/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Where a distribution does not have the key, an empty one: around zero, or where it begins. With a format and without. */
#pragma D option quiet

BEGIN
{
	@sum["sum"] = sum(3);
	@power["power"] = quantize(4);
	@linear["linear"] = lquantize(5, 0, 10, 5);
	@log["log"] = llquantize(7, 10, 0, 1, 10);
	@least["least"] = min(-2);
	@average["average"] = avg(4);
	@never["never"] = quantize(1);
	trunc(@never);
	printa("%s: %@d%@d\n", @sum, @power);
	printa(@power, @linear, @log, @least, @average);
	printa("%s: %@d%@d\n", @sum, @never);
	exit(0);
}
