/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sym() has a scalar type, but as an action no value. */
BEGIN /sym(1)/ { exit(0); }
