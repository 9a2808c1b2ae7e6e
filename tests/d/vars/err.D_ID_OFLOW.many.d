/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * There are 64256 numbers for global variables: these are 65536.
 * @@options: -C
 */
#define ONE(n) int n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9, n##a, n##b, n##c, n##d, n##e, n##f;
#define EACH(of, n) of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) \
	of(n##8) of(n##9) of(n##a) of(n##b) of(n##c) of(n##d) of(n##e) of(n##f)
#define TWO(n) EACH(ONE, n)
#define THREE(n) EACH2(TWO, n)
#define FOUR(n) EACH3(THREE, n)
#define EACH2(of, n) of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) \
	of(n##8) of(n##9) of(n##a) of(n##b) of(n##c) of(n##d) of(n##e) of(n##f)
#define EACH3(of, n) of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) \
	of(n##8) of(n##9) of(n##a) of(n##b) of(n##c) of(n##d) of(n##e) of(n##f)
FOUR(v)
BEGIN { exit(0); }
