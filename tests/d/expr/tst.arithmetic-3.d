/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Expressions put together at random, over integers of all types: value and size by the rules of D (compare-c.py --expected). */
#pragma D option quiet
int8_t v_int8_0;
int8_t v_int8_1;
uint8_t v_uint8_0;
uint8_t v_uint8_1;
int16_t v_int16_0;
int16_t v_int16_1;
uint16_t v_uint16_0;
uint16_t v_uint16_1;
int32_t v_int32_0;
int32_t v_int32_1;
uint32_t v_uint32_0;
uint32_t v_uint32_1;
int64_t v_int64_0;
int64_t v_int64_1;
uint64_t v_uint64_0;
uint64_t v_uint64_1;
BEGIN {
v_int8_0 = (int8_t)0xffffffffffff8000ull;
v_int8_1 = (int8_t)0x7ull;
v_uint8_0 = (uint8_t)0xffffffffffffffffull;
v_uint8_1 = (uint8_t)0x7fffffffffffffffull;
v_int16_0 = (int16_t)0x2ull;
v_int16_1 = (int16_t)0x8000000000000000ull;
v_uint16_0 = (uint16_t)0x100ull;
v_uint16_1 = (uint16_t)0xffffffffffff8000ull;
v_int32_0 = (int32_t)0xffffffffffffff80ull;
v_int32_1 = (int32_t)0x123456789abcdefull;
v_uint32_0 = (uint32_t)0x2ull;
v_uint32_1 = (uint32_t)0xffffull;
v_int64_0 = (int64_t)0xffffffffffffffffull;
v_int64_1 = (int64_t)0x3ull;
v_uint64_0 = (uint64_t)0x64ull;
v_uint64_1 = (uint64_t)0xffffffffull;
}
BEGIN { printf("0 %d %d\n", (int64_t)(0xffffffff), sizeof(0xffffffff)); }
BEGIN { printf("1 %d %d\n", (int64_t)(((v_uint16_1 < v_uint16_0) ? (v_int32_0 != v_uint16_0) : (256ull % (v_int16_0 | 1)))), sizeof(((v_uint16_1 < v_uint16_0) ? (v_int32_0 != v_uint16_0) : (256ull % (v_int16_0 | 1))))); }
BEGIN { printf("2 %d %d\n", (int64_t)((0x1 & (0x100000000 * v_uint64_1))), sizeof((0x1 & (0x100000000 * v_uint64_1)))); }
BEGIN { printf("3 %d %d\n", (int64_t)(((!((!v_uint16_1) - (v_int64_0 + v_uint32_0))) && (((5ll / (v_int8_1 | 1)) != (+v_uint32_0)) != (0x80000000 & (0x7fffffffull || v_int8_1))))), sizeof(((!((!v_uint16_1) - (v_int64_0 + v_uint32_0))) && (((5ll / (v_int8_1 | 1)) != (+v_uint32_0)) != (0x80000000 & (0x7fffffffull || v_int8_1)))))); }
BEGIN { printf("4 %d %d\n", (int64_t)(((v_uint64_0 && 9223372036854775807u) << ((((v_uint8_1 == v_int16_0) | (v_int32_0 ? v_int32_0 : v_uint8_0)) > ((v_uint64_0 ^ v_uint16_1) % (v_int32_1 | 1))) & 31))), sizeof(((v_uint64_0 && 9223372036854775807u) << ((((v_uint8_1 == v_int16_0) | (v_int32_0 ? v_int32_0 : v_uint8_0)) > ((v_uint64_0 ^ v_uint16_1) % (v_int32_1 | 1))) & 31)))); }
BEGIN { printf("5 %d %d\n", (int64_t)((0x0u << (v_int16_1 & 31))), sizeof((0x0u << (v_int16_1 & 31)))); }
BEGIN { printf("6 %d %d\n", (int64_t)((v_int64_0 * v_uint8_1)), sizeof((v_int64_0 * v_uint8_1))); }
BEGIN { printf("7 %d %d\n", (int64_t)((v_int32_0 - v_uint32_0)), sizeof((v_int32_0 - v_uint32_0))); }
BEGIN { printf("8 %d %d\n", (int64_t)(((((int16_t)0x100u) ? (v_int8_1 != v_int16_1) : ((int)0x100000000u)) + ((~v_uint64_0) | (v_uint8_1 * v_int32_0)))), sizeof(((((int16_t)0x100u) ? (v_int8_1 != v_int16_1) : ((int)0x100000000u)) + ((~v_uint64_0) | (v_uint8_1 * v_int32_0))))); }
BEGIN { printf("9 %d %d\n", (int64_t)((((uint16_t)(0x80000000ull % (0x100000000 | 1))) & ((v_int32_1 || 0xffffffff) / ((v_uint64_1 == v_uint8_0) | 1)))), sizeof((((uint16_t)(0x80000000ull % (0x100000000 | 1))) & ((v_int32_1 || 0xffffffff) / ((v_uint64_1 == v_uint8_0) | 1))))); }
BEGIN { printf("10 %d %d\n", (int64_t)(v_uint32_0), sizeof(v_uint32_0)); }
BEGIN { printf("11 %d %d\n", (int64_t)((((unsigned long long)4294967295ll) <= ((unsigned int)v_int64_0))), sizeof((((unsigned long long)4294967295ll) <= ((unsigned int)v_int64_0)))); }
BEGIN { printf("12 %d %d\n", (int64_t)(((v_int16_0 << (0ll & 31)) & (v_int64_0 - 5))), sizeof(((v_int16_0 << (0ll & 31)) & (v_int64_0 - 5)))); }
BEGIN { printf("13 %d %d\n", (int64_t)(0x7fffffffffffffffull), sizeof(0x7fffffffffffffffull)); }
BEGIN { printf("14 %d %d\n", (int64_t)((0x80000000ull > v_int8_1)), sizeof((0x80000000ull > v_int8_1))); }
BEGIN { printf("15 %d %d\n", (int64_t)(((((v_uint64_1 ? v_int16_1 : v_int64_0) / ((~v_int8_1) | 1)) ^ (v_int16_0 & (0x100000000ll <= v_uint64_1))) || v_int64_0)), sizeof(((((v_uint64_1 ? v_int16_1 : v_int64_0) / ((~v_int8_1) | 1)) ^ (v_int16_0 & (0x100000000ll <= v_uint64_1))) || v_int64_0))); }
BEGIN { printf("16 %d %d\n", (int64_t)(((+v_int16_1) != v_uint32_1)), sizeof(((+v_int16_1) != v_uint32_1))); }
BEGIN { printf("17 %d %d\n", (int64_t)((0x7fffffff <= 0xaull)), sizeof((0x7fffffff <= 0xaull))); }
BEGIN { printf("18 %d %d\n", (int64_t)((v_int64_0 | (0x0 << (v_int16_1 & 31)))), sizeof((v_int64_0 | (0x0 << (v_int16_1 & 31))))); }
BEGIN { printf("19 %d %d\n", (int64_t)((v_uint8_1 * v_uint64_0)), sizeof((v_uint8_1 * v_uint64_0))); }
BEGIN { printf("20 %d %d\n", (int64_t)(((v_uint32_0 && v_int8_0) && (v_int16_0 >= v_uint8_1))), sizeof(((v_uint32_0 && v_int8_0) && (v_int16_0 >= v_uint8_1)))); }
BEGIN { printf("21 %d %d\n", (int64_t)((v_uint32_1 >> (v_int64_1 & 31))), sizeof((v_uint32_1 >> (v_int64_1 & 31)))); }
BEGIN { printf("22 %d %d\n", (int64_t)(((v_uint64_0 % (4294967295 | 1)) - (v_uint64_0 >> (v_uint16_0 & 31)))), sizeof(((v_uint64_0 % (4294967295 | 1)) - (v_uint64_0 >> (v_uint16_0 & 31))))); }
BEGIN { printf("23 %d %d\n", (int64_t)(((v_int16_0 >> (v_uint8_0 & 31)) ^ (256ll / (v_uint32_1 | 1)))), sizeof(((v_int16_0 >> (v_uint8_0 & 31)) ^ (256ll / (v_uint32_1 | 1))))); }
BEGIN { printf("24 %d %d\n", (int64_t)(((0xa / (v_int16_1 | 1)) >> (((v_int32_0 == 3) - (1ll & 2ull)) & 31))), sizeof(((0xa / (v_int16_1 | 1)) >> (((v_int32_0 == 3) - (1ll & 2ull)) & 31)))); }
BEGIN { printf("25 %d %d\n", (int64_t)(v_int8_1), sizeof(v_int8_1)); }
BEGIN { printf("26 %d %d\n", (int64_t)(((v_int32_0 | 4294967295) & (v_int8_1 + v_int32_0))), sizeof(((v_int32_0 | 4294967295) & (v_int8_1 + v_int32_0)))); }
BEGIN { printf("27 %d %d\n", (int64_t)(10ull), sizeof(10ull)); }
BEGIN { printf("28 %d %d\n", (int64_t)(((+(0 | v_int32_0)) ? ((v_uint64_0 >= 5ll) ? (v_int64_1 * v_int16_0) : (+v_int32_1)) : v_int64_0)), sizeof(((+(0 | v_int32_0)) ? ((v_uint64_0 >= 5ll) ? (v_int64_1 * v_int16_0) : (+v_int32_1)) : v_int64_0))); }
BEGIN { printf("29 %d %d\n", (int64_t)(v_int8_0), sizeof(v_int8_0)); }
BEGIN { printf("30 %d %d\n", (int64_t)((((+v_uint16_1) ^ (v_uint8_1 & v_int32_0)) - 0x7fffffff)), sizeof((((+v_uint16_1) ^ (v_uint8_1 & v_int32_0)) - 0x7fffffff))); }
BEGIN { printf("31 %d %d\n", (int64_t)((v_int32_0 << (v_uint8_1 & 31))), sizeof((v_int32_0 << (v_uint8_1 & 31)))); }
BEGIN { printf("32 %d %d\n", (int64_t)((((v_uint8_0 * 5u) < (~v_uint8_0)) ^ ((v_int8_0 & v_uint8_0) + v_int16_1))), sizeof((((v_uint8_0 * 5u) < (~v_uint8_0)) ^ ((v_int8_0 & v_uint8_0) + v_int16_1)))); }
BEGIN { printf("33 %d %d\n", (int64_t)(((((4294967295u <= 0xff) | (v_uint32_1 << (v_int64_1 & 31))) > ((v_uint64_1 / (v_uint16_0 | 1)) | (1ll && v_int8_0))) / (((~(v_int8_1 ? v_uint32_0 : v_uint16_1)) + ((v_int8_1 - v_int8_0) && (v_uint8_1 || v_uint8_1))) | 1))), sizeof(((((4294967295u <= 0xff) | (v_uint32_1 << (v_int64_1 & 31))) > ((v_uint64_1 / (v_uint16_0 | 1)) | (1ll && v_int8_0))) / (((~(v_int8_1 ? v_uint32_0 : v_uint16_1)) + ((v_int8_1 - v_int8_0) && (v_uint8_1 || v_uint8_1))) | 1)))); }
BEGIN { printf("34 %d %d\n", (int64_t)(((!(((short)v_int8_0) - (v_int8_0 || v_uint32_0))) >= ((+((int64_t)0x100u)) && 2147483648u))), sizeof(((!(((short)v_int8_0) - (v_int8_0 || v_uint32_0))) >= ((+((int64_t)0x100u)) && 2147483648u)))); }
BEGIN { printf("35 %d %d\n", (int64_t)(((2 << (v_int16_0 & 31)) != (9223372036854775807ull != v_int64_0))), sizeof(((2 << (v_int16_0 & 31)) != (9223372036854775807ull != v_int64_0)))); }
BEGIN { printf("36 %d %d\n", (int64_t)((((v_uint32_0 || v_uint8_1) ^ (v_int64_1 > 4294967295)) - (!(0x7fffffffffffffff >= v_uint8_1)))), sizeof((((v_uint32_0 || v_uint8_1) ^ (v_int64_1 > 4294967295)) - (!(0x7fffffffffffffff >= v_uint8_1))))); }
BEGIN { printf("37 %d %d\n", (int64_t)((((v_int32_1 % (0u | 1)) / ((-v_int16_0) | 1)) << (0xau & 31))), sizeof((((v_int32_1 % (0u | 1)) / ((-v_int16_0) | 1)) << (0xau & 31)))); }
BEGIN { printf("38 %d %d\n", (int64_t)((v_int32_0 & 0)), sizeof((v_int32_0 & 0))); }
BEGIN { printf("39 %d %d\n", (int64_t)((v_uint8_0 % (0xffll | 1))), sizeof((v_uint8_0 % (0xffll | 1)))); }
BEGIN { exit(0); }
