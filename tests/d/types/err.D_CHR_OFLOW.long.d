/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A character constant of more than 8 characters. */
BEGIN { trace('abcdefghi'); }
