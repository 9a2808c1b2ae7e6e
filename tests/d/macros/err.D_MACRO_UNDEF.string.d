/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A missing argument as a string. */
BEGIN { trace($$1); }
