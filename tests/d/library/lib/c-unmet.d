/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Would be an error, were it read to its end. */
#pragma D depends_on provider nobody
inline int second = 5;
