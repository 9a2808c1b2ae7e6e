/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable that is called and does not exist. */
BEGIN { self->f(1); }
