/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clear() zeroes a minimum and a maximum too; the zero is no value: the next one counts alone. */
#pragma D option quiet
#pragma D option aggrate=10ms

BEGIN { @low["k"] = min(5); @high["k"] = max(-5); printa(@low, @high); clear(@low); clear(@high); }
BEGIN { printa(@low, @high); }
tick-200ms { @low["k"] = min(9); @low["k"] = min(7); @high["k"] = max(-9); @high["k"] = max(-7); }
tick-400ms { printa(@low, @high); exit(0); }
