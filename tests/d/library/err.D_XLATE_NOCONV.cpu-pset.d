/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There are no processor sets here. */
BEGIN { trace(curcpu->cpu_pset); exit(0); }
