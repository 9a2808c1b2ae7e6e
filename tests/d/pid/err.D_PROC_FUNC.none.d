/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The program that runs this has no such function. */
pid$ppid:a.out:no_function_is_called_so:entry { }
