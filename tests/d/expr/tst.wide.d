/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Intermediate values have 64 bits: they are cut by casts, by stores to narrower places, and where they are printed. */
#pragma D option quiet

int i, j, s;
unsigned int u;
int array[int];
BEGIN
{
	i = 100000;
	j = i * i / i;
	printf("%d %d %d\n", j, i * i, (int)(i * i));
	printf("%d %d\n", (int64_t)(i * i), i * i > 2147483647);
	this->kb = 5000000;
	this->ms = 5000;
	printf("%d\n", timestamp + this->ms * 1000000 > timestamp);
	s = 35;
	@total = sum(this->kb * 1024);
	@most = max(1 << s);
	@shape = quantize(1 << s);
	@fixed = quantize(1 << 62);
	printf("%s %s\n", lltostr(1 << s), lltostr(-i * i));
	array[i * i] = 7;
	printf("%d\n", array[1410065408]);
	u = i * i;
	printf("%u %d\n", u, (j = i * i) == 1410065408);
	i *= i;
	printf("%d\n", i);
	u = 1;
	printf("%u %d\n", u - 2, (int64_t)(u - 2));
}
BEGIN /(1 << s) != 0/ { printf("predicate\n"); exit(0); }
END { printa("%@d\n", @total); printa("%@d\n", @most); printa(@shape); printa(@fixed); }
