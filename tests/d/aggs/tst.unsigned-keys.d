/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Unsigned keys are never printed with a sign. */
#pragma D option quiet

BEGIN
{
	@[(uint64_t)-1, (uint32_t)-1, (uint16_t)-1, (uint8_t)-1] = count();
	exit(0);
}
