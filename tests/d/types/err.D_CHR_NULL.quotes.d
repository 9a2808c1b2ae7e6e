/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A character constant without character. */
BEGIN { trace(''); }
