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
v_int8_0 = (int8_t)0xffffffffull;
v_int8_1 = (int8_t)0x7ull;
v_uint8_0 = (uint8_t)0xffffffff80000000ull;
v_uint8_1 = (uint8_t)0xffull;
v_int16_0 = (int16_t)0xffffffffffff8000ull;
v_int16_1 = (int16_t)0x1ull;
v_uint16_0 = (uint16_t)0x123456789abcdefull;
v_uint16_1 = (uint16_t)0x7fffffffull;
v_int32_0 = (int32_t)0x7ull;
v_int32_1 = (int32_t)0x7fffffffffffffffull;
v_uint32_0 = (uint32_t)0x64ull;
v_uint32_1 = (uint32_t)0x80ull;
v_int64_0 = (int64_t)0xffffull;
v_int64_1 = (int64_t)0x7ull;
v_uint64_0 = (uint64_t)0xffffffffffffff80ull;
v_uint64_1 = (uint64_t)0xffffffffffff8000ull;
}
BEGIN { printf("0 %d %d\n", (int64_t)((v_uint32_1 - v_uint32_0)), sizeof((v_uint32_1 - v_uint32_0))); }
BEGIN { printf("1 %d %d\n", (int64_t)(((v_uint8_1 >> (v_int32_0 & 31)) >> ((v_int64_1 + 3ull) & 31))), sizeof(((v_uint8_1 >> (v_int32_0 & 31)) >> ((v_int64_1 + 3ull) & 31)))); }
BEGIN { printf("2 %d %d\n", (int64_t)(((((int64_t)v_uint8_0) - ((unsigned long long)v_uint64_1)) - (-(v_int8_0 + v_uint32_1)))), sizeof(((((int64_t)v_uint8_0) - ((unsigned long long)v_uint64_1)) - (-(v_int8_0 + v_uint32_1))))); }
BEGIN { printf("3 %d %d\n", (int64_t)((((v_uint16_0 || ((uint8_t)0x5u)) && v_uint32_1) & v_uint32_0)), sizeof((((v_uint16_0 || ((uint8_t)0x5u)) && v_uint32_1) & v_uint32_0))); }
BEGIN { printf("4 %d %d\n", (int64_t)((v_int64_1 + v_uint32_0)), sizeof((v_int64_1 + v_uint32_0))); }
BEGIN { printf("5 %d %d\n", (int64_t)(v_int16_1), sizeof(v_int16_1)); }
BEGIN { printf("6 %d %d\n", (int64_t)(v_uint64_0), sizeof(v_uint64_0)); }
BEGIN { printf("7 %d %d\n", (int64_t)((v_uint16_0 | v_uint32_0)), sizeof((v_uint16_0 | v_uint32_0))); }
BEGIN { printf("8 %d %d\n", (int64_t)(v_uint32_1), sizeof(v_uint32_1)); }
BEGIN { printf("9 %d %d\n", (int64_t)((v_uint8_0 << (v_uint32_0 & 31))), sizeof((v_uint8_0 << (v_uint32_0 & 31)))); }
BEGIN { printf("10 %d %d\n", (int64_t)((v_uint32_1 << (v_uint32_0 & 31))), sizeof((v_uint32_1 << (v_uint32_0 & 31)))); }
BEGIN { printf("11 %d %d\n", (int64_t)((((v_int8_1 | 0xffffffffll) << ((4294967296ll < v_uint64_0) & 31)) || ((uint64_t)(v_int32_0 ? v_uint8_1 : v_uint64_0)))), sizeof((((v_int8_1 | 0xffffffffll) << ((4294967296ll < v_uint64_0) & 31)) || ((uint64_t)(v_int32_0 ? v_uint8_1 : v_uint64_0))))); }
BEGIN { printf("12 %d %d\n", (int64_t)((((uint8_t)(v_uint8_1 - v_int16_1)) - ((+v_uint16_0) / (v_int8_0 | 1)))), sizeof((((uint8_t)(v_uint8_1 - v_int16_1)) - ((+v_uint16_0) / (v_int8_0 | 1))))); }
BEGIN { printf("13 %d %d\n", (int64_t)((v_int16_0 / (v_uint8_0 | 1))), sizeof((v_int16_0 / (v_uint8_0 | 1)))); }
BEGIN { printf("14 %d %d\n", (int64_t)((v_int8_1 + ((v_int16_0 ^ 2147483648u) - (+v_int64_1)))), sizeof((v_int8_1 + ((v_int16_0 ^ 2147483648u) - (+v_int64_1))))); }
BEGIN { printf("15 %d %d\n", (int64_t)(((v_int8_0 - v_int8_1) << ((0xff | 0xffffffffull) & 31))), sizeof(((v_int8_0 - v_int8_1) << ((0xff | 0xffffffffull) & 31)))); }
BEGIN { printf("16 %d %d\n", (int64_t)(((unsigned long long)((v_int8_1 & v_int8_0) >> (9223372036854775807 & 31)))), sizeof(((unsigned long long)((v_int8_1 & v_int8_0) >> (9223372036854775807 & 31))))); }
BEGIN { printf("17 %d %d\n", (int64_t)(((((v_int16_1 | v_int32_1) && (v_uint8_1 ? v_int8_0 : 0x100u)) ^ ((4294967296ll >> (v_uint64_1 & 31)) + (v_int32_0 * 2))) || (((v_int32_0 / (v_int32_1 | 1)) | (!v_uint8_0)) && v_uint64_1))), sizeof(((((v_int16_1 | v_int32_1) && (v_uint8_1 ? v_int8_0 : 0x100u)) ^ ((4294967296ll >> (v_uint64_1 & 31)) + (v_int32_0 * 2))) || (((v_int32_0 / (v_int32_1 | 1)) | (!v_uint8_0)) && v_uint64_1)))); }
BEGIN { printf("18 %d %d\n", (int64_t)((2 << (v_uint64_1 & 31))), sizeof((2 << (v_uint64_1 & 31)))); }
BEGIN { printf("19 %d %d\n", (int64_t)((v_int32_0 ? v_int8_0 : v_uint32_0)), sizeof((v_int32_0 ? v_int8_0 : v_uint32_0))); }
BEGIN { printf("20 %d %d\n", (int64_t)((2ll ^ 0xa)), sizeof((2ll ^ 0xa))); }
BEGIN { printf("21 %d %d\n", (int64_t)(((((char)4294967296) ^ (v_int16_1 * v_uint64_1)) ? (v_int64_0 + (v_int64_0 < 2147483647u)) : ((4294967296 ? 255u : 0x80000000ull) ^ (v_uint64_1 ? v_uint16_1 : v_uint64_0)))), sizeof(((((char)4294967296) ^ (v_int16_1 * v_uint64_1)) ? (v_int64_0 + (v_int64_0 < 2147483647u)) : ((4294967296 ? 255u : 0x80000000ull) ^ (v_uint64_1 ? v_uint16_1 : v_uint64_0))))); }
BEGIN { printf("22 %d %d\n", (int64_t)(v_uint32_1), sizeof(v_uint32_1)); }
BEGIN { printf("23 %d %d\n", (int64_t)((v_uint8_0 * v_uint32_0)), sizeof((v_uint8_0 * v_uint32_0))); }
BEGIN { printf("24 %d %d\n", (int64_t)(0x100ll), sizeof(0x100ll)); }
BEGIN { printf("25 %d %d\n", (int64_t)(((0xffffull * 2147483647) * (v_int64_1 ^ v_int32_1))), sizeof(((0xffffull * 2147483647) * (v_int64_1 ^ v_int32_1)))); }
BEGIN { printf("26 %d %d\n", (int64_t)((((0x0u - v_uint32_0) / (v_int32_1 | 1)) && ((v_int8_1 && v_int64_0) + (v_int64_0 || v_uint32_0)))), sizeof((((0x0u - v_uint32_0) / (v_int32_1 | 1)) && ((v_int8_1 && v_int64_0) + (v_int64_0 || v_uint32_0))))); }
BEGIN { printf("27 %d %d\n", (int64_t)(v_int32_1), sizeof(v_int32_1)); }
BEGIN { printf("28 %d %d\n", (int64_t)(((((v_int32_1 - v_uint64_0) + (v_int16_1 ? v_uint16_0 : v_int32_0)) + (((unsigned int)v_int64_0) && (v_int8_1 << (v_uint64_1 & 31)))) + (((v_uint8_0 + v_int64_1) ? v_int16_1 : (v_uint64_0 ^ v_uint8_1)) ^ ((unsigned int)(2147483648ull / (v_uint32_0 | 1)))))), sizeof(((((v_int32_1 - v_uint64_0) + (v_int16_1 ? v_uint16_0 : v_int32_0)) + (((unsigned int)v_int64_0) && (v_int8_1 << (v_uint64_1 & 31)))) + (((v_uint8_0 + v_int64_1) ? v_int16_1 : (v_uint64_0 ^ v_uint8_1)) ^ ((unsigned int)(2147483648ull / (v_uint32_0 | 1))))))); }
BEGIN { printf("29 %d %d\n", (int64_t)(((v_uint64_1 == v_uint32_1) + (v_uint64_0 - 2147483647))), sizeof(((v_uint64_1 == v_uint32_1) + (v_uint64_0 - 2147483647)))); }
BEGIN { printf("30 %d %d\n", (int64_t)(v_int16_0), sizeof(v_int16_0)); }
BEGIN { printf("31 %d %d\n", (int64_t)((((!(v_int32_0 + 0xa)) >= ((v_uint64_0 % (5 | 1)) && (v_uint32_0 | 0x5))) ? (((v_int8_0 / (v_uint8_1 | 1)) & (65535ll % (v_int8_1 | 1))) + ((v_int32_0 << (v_int32_0 & 31)) <= (2147483648u / (4294967295 | 1)))) : (((v_uint64_1 + v_uint64_0) ^ (0xffffull ^ v_uint32_0)) << ((0xall << (v_uint32_0 & 31)) & 31)))), sizeof((((!(v_int32_0 + 0xa)) >= ((v_uint64_0 % (5 | 1)) && (v_uint32_0 | 0x5))) ? (((v_int8_0 / (v_uint8_1 | 1)) & (65535ll % (v_int8_1 | 1))) + ((v_int32_0 << (v_int32_0 & 31)) <= (2147483648u / (4294967295 | 1)))) : (((v_uint64_1 + v_uint64_0) ^ (0xffffull ^ v_uint32_0)) << ((0xall << (v_uint32_0 & 31)) & 31))))); }
BEGIN { printf("32 %d %d\n", (int64_t)((((v_uint8_1 > v_int64_1) ^ ((int32_t)9223372036854775807)) >= v_uint16_1)), sizeof((((v_uint8_1 > v_int64_1) ^ ((int32_t)9223372036854775807)) >= v_uint16_1))); }
BEGIN { printf("33 %d %d\n", (int64_t)(((((uint64_t)(v_int64_0 / (v_uint32_1 | 1))) - ((0x100000000ull << (1 & 31)) < (0 + v_int32_0))) ? ((+v_int16_0) | (v_uint8_0 & (2147483647ull != v_int16_1))) : v_int32_1)), sizeof(((((uint64_t)(v_int64_0 / (v_uint32_1 | 1))) - ((0x100000000ull << (1 & 31)) < (0 + v_int32_0))) ? ((+v_int16_0) | (v_uint8_0 & (2147483647ull != v_int16_1))) : v_int32_1))); }
BEGIN { printf("34 %d %d\n", (int64_t)(((v_uint16_1 | v_int16_0) || (5ull ^ v_int32_0))), sizeof(((v_uint16_1 | v_int16_0) || (5ull ^ v_int32_0)))); }
BEGIN { printf("35 %d %d\n", (int64_t)((((v_int8_1 % (v_uint64_0 | 1)) < v_uint64_0) >> (((v_uint32_0 - v_uint64_1) | (v_uint8_0 % (v_uint64_1 | 1))) & 31))), sizeof((((v_int8_1 % (v_uint64_0 | 1)) < v_uint64_0) >> (((v_uint32_0 - v_uint64_1) | (v_uint8_0 % (v_uint64_1 | 1))) & 31)))); }
BEGIN { printf("36 %d %d\n", (int64_t)((v_int8_1 | (v_int16_0 * v_int16_0))), sizeof((v_int8_1 | (v_int16_0 * v_int16_0)))); }
BEGIN { printf("37 %d %d\n", (int64_t)(((v_uint64_1 < 0xall) & (256 ? v_uint64_0 : v_uint32_1))), sizeof(((v_uint64_1 < 0xall) & (256 ? v_uint64_0 : v_uint32_1)))); }
BEGIN { printf("38 %d %d\n", (int64_t)((v_int32_0 | 9223372036854775807ull)), sizeof((v_int32_0 | 9223372036854775807ull))); }
BEGIN { printf("39 %d %d\n", (int64_t)(0xffffffff), sizeof(0xffffffff)); }
BEGIN { exit(0); }
