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
v_int8_0 = (int8_t)0x3ull;
v_int8_1 = (int8_t)0x123456789abcdefull;
v_uint8_0 = (uint8_t)0x7fffffffffffffffull;
v_uint8_1 = (uint8_t)0xffull;
v_int16_0 = (int16_t)0x5ull;
v_int16_1 = (int16_t)0xffffffff80000000ull;
v_uint16_0 = (uint16_t)0x123456789abcdefull;
v_uint16_1 = (uint16_t)0x7fffffffffffffffull;
v_int32_0 = (int32_t)0x5ull;
v_int32_1 = (int32_t)0x100ull;
v_uint32_0 = (uint32_t)0x80ull;
v_uint32_1 = (uint32_t)0x7fffffffffffffffull;
v_int64_0 = (int64_t)0x7fffull;
v_int64_1 = (int64_t)0xffffffffull;
v_uint64_0 = (uint64_t)0xffffffffull;
v_uint64_1 = (uint64_t)0x1ull;
}
BEGIN { printf("0 %d %d\n", (int64_t)(((0xffffffff | 4294967295ull) & (v_uint16_1 == v_uint32_0))), sizeof(((0xffffffff | 4294967295ull) & (v_uint16_1 == v_uint32_0)))); }
BEGIN { printf("1 %d %d\n", (int64_t)((((!(v_int32_1 & v_uint64_0)) >> ((((uint64_t)9223372036854775807ull) >= (v_int16_1 | 10ull)) & 31)) % (v_int16_1 | 1))), sizeof((((!(v_int32_1 & v_uint64_0)) >> ((((uint64_t)9223372036854775807ull) >= (v_int16_1 | 10ull)) & 31)) % (v_int16_1 | 1)))); }
BEGIN { printf("2 %d %d\n", (int64_t)(0xffu), sizeof(0xffu)); }
BEGIN { printf("3 %d %d\n", (int64_t)(((v_int16_0 | v_uint16_1) << (v_int16_0 & 31))), sizeof(((v_int16_0 | v_uint16_1) << (v_int16_0 & 31)))); }
BEGIN { printf("4 %d %d\n", (int64_t)(v_int64_1), sizeof(v_int64_1)); }
BEGIN { printf("5 %d %d\n", (int64_t)((((v_uint16_0 + v_uint64_0) | (v_uint8_0 <= 0xffffffffll)) && v_uint16_1)), sizeof((((v_uint16_0 + v_uint64_0) | (v_uint8_0 <= 0xffffffffll)) && v_uint16_1))); }
BEGIN { printf("6 %d %d\n", (int64_t)(((0x80000000 < 5) < (0x2ll >= v_uint8_0))), sizeof(((0x80000000 < 5) < (0x2ll >= v_uint8_0)))); }
BEGIN { printf("7 %d %d\n", (int64_t)((((v_int32_0 == v_uint64_1) <= 0x100000000) << (((v_uint8_1 ^ 0xffffffff) << ((v_uint16_0 <= 0xffffffff) & 31)) & 31))), sizeof((((v_int32_0 == v_uint64_1) <= 0x100000000) << (((v_uint8_1 ^ 0xffffffff) << ((v_uint16_0 <= 0xffffffff) & 31)) & 31)))); }
BEGIN { printf("8 %d %d\n", (int64_t)(((v_int32_0 || v_uint64_1) << ((v_uint32_1 & v_uint8_0) & 31))), sizeof(((v_int32_0 || v_uint64_1) << ((v_uint32_1 & v_uint8_0) & 31)))); }
BEGIN { printf("9 %d %d\n", (int64_t)((v_uint64_0 << (9223372036854775807u & 31))), sizeof((v_uint64_0 << (9223372036854775807u & 31)))); }
BEGIN { printf("10 %d %d\n", (int64_t)(((unsigned int)v_uint64_0)), sizeof(((unsigned int)v_uint64_0))); }
BEGIN { printf("11 %d %d\n", (int64_t)((((uint16_t)v_int16_1) * (v_uint16_0 ? 0x80000000 : v_uint8_1))), sizeof((((uint16_t)v_int16_1) * (v_uint16_0 ? 0x80000000 : v_uint8_1)))); }
BEGIN { printf("12 %d %d\n", (int64_t)((((v_int32_0 / (0x7fffffffffffffffll | 1)) ^ (v_int64_0 >= 0ull)) % (((v_int64_0 ^ 0xff) % (((int8_t)0xffffffff) | 1)) | 1))), sizeof((((v_int32_0 / (0x7fffffffffffffffll | 1)) ^ (v_int64_0 >= 0ull)) % (((v_int64_0 ^ 0xff) % (((int8_t)0xffffffff) | 1)) | 1)))); }
BEGIN { printf("13 %d %d\n", (int64_t)((v_int8_1 ? v_uint16_0 : v_uint16_1)), sizeof((v_int8_1 ? v_uint16_0 : v_uint16_1))); }
BEGIN { printf("14 %d %d\n", (int64_t)(((((v_uint64_1 || v_int8_1) + (v_uint32_1 * v_uint8_1)) - ((255u - v_uint32_1) - (256u / (v_uint32_1 | 1)))) ? ((unsigned int)(((long long)v_int8_0) ? ((unsigned long long)v_int16_1) : v_int16_0)) : ((!(255 != v_uint64_0)) || ((v_uint8_1 + v_uint32_0) || (2147483647 != v_int32_1))))), sizeof(((((v_uint64_1 || v_int8_1) + (v_uint32_1 * v_uint8_1)) - ((255u - v_uint32_1) - (256u / (v_uint32_1 | 1)))) ? ((unsigned int)(((long long)v_int8_0) ? ((unsigned long long)v_int16_1) : v_int16_0)) : ((!(255 != v_uint64_0)) || ((v_uint8_1 + v_uint32_0) || (2147483647 != v_int32_1)))))); }
BEGIN { printf("15 %d %d\n", (int64_t)((v_uint8_0 & (v_int32_1 | v_uint64_1))), sizeof((v_uint8_0 & (v_int32_1 | v_uint64_1)))); }
BEGIN { printf("16 %d %d\n", (int64_t)(((v_int64_1 * v_int8_0) < (3ull & v_int16_1))), sizeof(((v_int64_1 * v_int8_0) < (3ull & v_int16_1)))); }
BEGIN { printf("17 %d %d\n", (int64_t)((((0x0u && v_uint64_0) % ((v_uint32_0 ^ v_uint16_0) | 1)) <= ((9223372036854775807ll > v_int8_0) ^ (v_uint16_1 / (v_uint64_1 | 1))))), sizeof((((0x0u && v_uint64_0) % ((v_uint32_0 ^ v_uint16_0) | 1)) <= ((9223372036854775807ll > v_int8_0) ^ (v_uint16_1 / (v_uint64_1 | 1)))))); }
BEGIN { printf("18 %d %d\n", (int64_t)((3ull != v_uint32_0)), sizeof((3ull != v_uint32_0))); }
BEGIN { printf("19 %d %d\n", (int64_t)(((4294967295u - 0x3) << ((v_uint8_1 ? 2147483648ll : v_int16_1) & 31))), sizeof(((4294967295u - 0x3) << ((v_uint8_1 ? 2147483648ll : v_int16_1) & 31)))); }
BEGIN { printf("20 %d %d\n", (int64_t)(((4294967295u != v_int16_0) && (v_int16_1 - 9223372036854775807))), sizeof(((4294967295u != v_int16_0) && (v_int16_1 - 9223372036854775807)))); }
BEGIN { printf("21 %d %d\n", (int64_t)(v_int32_0), sizeof(v_int32_0)); }
BEGIN { printf("22 %d %d\n", (int64_t)(v_uint64_0), sizeof(v_uint64_0)); }
BEGIN { printf("23 %d %d\n", (int64_t)((((v_int64_1 && v_uint64_0) | (~v_int64_0)) && ((v_int32_1 != v_int64_1) && (v_uint8_0 % (0xffffu | 1))))), sizeof((((v_int64_1 && v_uint64_0) | (~v_int64_0)) && ((v_int32_1 != v_int64_1) && (v_uint8_0 % (0xffffu | 1)))))); }
BEGIN { printf("24 %d %d\n", (int64_t)((0x5 * v_uint16_1)), sizeof((0x5 * v_uint16_1))); }
BEGIN { printf("25 %d %d\n", (int64_t)((((int64_t)v_uint8_1) >> ((+((int64_t)v_uint8_1)) & 31))), sizeof((((int64_t)v_uint8_1) >> ((+((int64_t)v_uint8_1)) & 31)))); }
BEGIN { printf("26 %d %d\n", (int64_t)((v_uint32_0 && ((-(v_uint16_0 + 0x3u)) >> (((+2ull) & (v_uint8_0 * v_int8_1)) & 31)))), sizeof((v_uint32_0 && ((-(v_uint16_0 + 0x3u)) >> (((+2ull) & (v_uint8_0 * v_int8_1)) & 31))))); }
BEGIN { printf("27 %d %d\n", (int64_t)((v_uint8_1 ^ v_int32_1)), sizeof((v_uint8_1 ^ v_int32_1))); }
BEGIN { printf("28 %d %d\n", (int64_t)(((int16_t)((0x3ll / (v_int8_0 | 1)) ? v_int8_1 : (0x0 / (v_uint64_1 | 1))))), sizeof(((int16_t)((0x3ll / (v_int8_0 | 1)) ? v_int8_1 : (0x0 / (v_uint64_1 | 1)))))); }
BEGIN { printf("29 %d %d\n", (int64_t)(((v_int16_0 | v_uint16_0) ^ (v_int64_1 << (0x100000000 & 31)))), sizeof(((v_int16_0 | v_uint16_0) ^ (v_int64_1 << (0x100000000 & 31))))); }
BEGIN { printf("30 %d %d\n", (int64_t)(((((short)v_uint16_0) - (v_uint32_1 / (v_uint8_1 | 1))) - (+(65535 | v_int32_0)))), sizeof(((((short)v_uint16_0) - (v_uint32_1 / (v_uint8_1 | 1))) - (+(65535 | v_int32_0))))); }
BEGIN { printf("31 %d %d\n", (int64_t)((v_int32_1 == v_int8_1)), sizeof((v_int32_1 == v_int8_1))); }
BEGIN { printf("32 %d %d\n", (int64_t)(v_int16_1), sizeof(v_int16_1)); }
BEGIN { printf("33 %d %d\n", (int64_t)((v_uint8_0 ? 4294967295 : v_uint64_0)), sizeof((v_uint8_0 ? 4294967295 : v_uint64_0))); }
BEGIN { printf("34 %d %d\n", (int64_t)(((unsigned long long)v_int64_0)), sizeof(((unsigned long long)v_int64_0))); }
BEGIN { printf("35 %d %d\n", (int64_t)((((uint8_t)(~(v_uint64_0 | v_int8_1))) >> (((v_uint64_1 << ((v_int64_0 ? v_int16_1 : v_int64_1) & 31)) >> (((v_int64_1 - v_uint8_1) / (v_int16_1 | 1)) & 31)) & 31))), sizeof((((uint8_t)(~(v_uint64_0 | v_int8_1))) >> (((v_uint64_1 << ((v_int64_0 ? v_int16_1 : v_int64_1) & 31)) >> (((v_int64_1 - v_uint8_1) / (v_int16_1 | 1)) & 31)) & 31)))); }
BEGIN { printf("36 %d %d\n", (int64_t)((((-v_int64_1) | (v_int32_0 / (0xffffll | 1))) % (((v_int16_1 | v_uint32_0) >> (((long long)0x1u) & 31)) | 1))), sizeof((((-v_int64_1) | (v_int32_0 / (0xffffll | 1))) % (((v_int16_1 | v_uint32_0) >> (((long long)0x1u) & 31)) | 1)))); }
BEGIN { printf("37 %d %d\n", (int64_t)((((256ll || v_uint64_1) ^ (v_uint8_0 ^ v_int8_0)) / (((v_uint8_0 || v_int16_1) + (v_uint16_0 + 0x7fffffff)) | 1))), sizeof((((256ll || v_uint64_1) ^ (v_uint8_0 ^ v_int8_0)) / (((v_uint8_0 || v_int16_1) + (v_uint16_0 + 0x7fffffff)) | 1)))); }
BEGIN { printf("38 %d %d\n", (int64_t)((v_int16_1 - v_int32_0)), sizeof((v_int16_1 - v_int32_0))); }
BEGIN { printf("39 %d %d\n", (int64_t)(((((int16_t)(v_uint8_0 >= v_int8_1)) - v_int8_1) & ((v_int64_0 ^ (v_uint16_1 && v_uint16_0)) << ((v_uint16_1 ? v_int64_1 : (v_int16_1 && 255ull)) & 31)))), sizeof(((((int16_t)(v_uint8_0 >= v_int8_1)) - v_int8_1) & ((v_int64_0 ^ (v_uint16_1 && v_uint16_0)) << ((v_uint16_1 ? v_int64_1 : (v_int16_1 && 255ull)) & 31))))); }
BEGIN { exit(0); }
