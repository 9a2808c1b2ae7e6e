/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A variable that an older version does not have.
 * @@options: -x version=1.0
 */
BEGIN { trace(ucaller); }
