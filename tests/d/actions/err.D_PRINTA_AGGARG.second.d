/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The second aggregation is none. */
BEGIN { @ = count(); printa("%@d %@d", @, 5); }
