/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* bufresize=manual: it is refused.
 * @@options: -q -x aggsize=100t -x bufresize=manual
 */
BEGIN { @ = count(); exit(0); }
