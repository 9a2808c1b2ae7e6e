/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Facts of objects are asked for by the D library only. */
BEGIN { trace(dt_number(task_pid, curthread)); trace(dt_text(task_comm, curthread)); exit(0); }
