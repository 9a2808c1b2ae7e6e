/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Integer keys: columns by their size and sign. */
#pragma D option quiet

BEGIN
{
	@[(int64_t)-1, (int32_t)-2, (int16_t)-3, (int8_t)-4] = count();
	exit(0);
}
