/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Arguments of a probe are not variable. */
provider mine { probe start(int, ...); };

BEGIN { exit(0); }
