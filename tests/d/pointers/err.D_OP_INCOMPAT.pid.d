/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable that holds pointers takes no integer. */
BEGIN { self->x = curthread; self->x = 0; self->x = pid; }
