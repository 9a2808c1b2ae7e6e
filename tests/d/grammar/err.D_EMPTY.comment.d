/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A comment alone is no program. */
/* nothing else */
