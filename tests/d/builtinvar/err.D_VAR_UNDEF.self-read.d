/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A thread-local that was never assigned. */
BEGIN { trace(self->never); }
