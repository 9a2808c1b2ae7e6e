/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
BEGIN { trace(curpsinfo->pr_nothing); exit(0); }
