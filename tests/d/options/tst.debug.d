/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What the library does, on standard error. The second program is the clause on ERROR that the library has of its own.
 * @@options: -q -x debug
 * @@errsed: s/[0-9][0-9]* bytes/N bytes/; s/engine [a-z]*, [0-9]* CPUs/engine E, N CPUs/; s/CPU [0-9]*$/CPU N/; /enable: .* 0 probes/d
 */
BEGIN { exit(0); }
