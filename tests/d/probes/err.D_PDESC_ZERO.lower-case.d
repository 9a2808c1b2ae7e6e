/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Names of probes have their case. */
begin { exit(0); }
