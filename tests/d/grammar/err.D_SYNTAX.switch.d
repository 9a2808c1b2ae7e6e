/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There is no switch. */
BEGIN { switch (1) { case 1: trace(1); } }
