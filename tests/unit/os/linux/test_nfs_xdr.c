/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_nfs_xdr.c - arguments and results of NFSv3 from their bytes: whole, cut off, too long, at an address that cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/nfs_xdr.h"

static uint8_t bytes[1024];
static size_t size;
static struct nfs_values values;

static int setup(void **state)
{
	(void)state;
	size = 0;
	memset(&values, 0x5a, sizeof(values));
	return 0;
}

static void put(uint32_t number)
{
	bytes[size++] = (uint8_t)(number >> 24);
	bytes[size++] = (uint8_t)(number >> 16);
	bytes[size++] = (uint8_t)(number >> 8);
	bytes[size++] = (uint8_t)number;
}

static void put_bytes(const char *text, uint32_t length)
{
	put(length);
	memcpy(bytes + size, text, length);
	memset(bytes + size + length, 0, -length & 3);
	size += length + (-length & 3);
}

static bool read_cut(const char *shape, size_t cut)
{
	uint64_t at = (uintptr_t)bytes;

	return nfs_xdr_read(shape, at, at + size - cut, &values);
}

/* READ3args, and that its last byte is asked for and no byte more. */
static void test_read(void **state)
{
	(void)state;
	put_bytes("handle", 6);
	put(1);
	put(0x80000002);
	put(4096);
	assert_true(read_cut("hoc", 0));
	assert_int_equal(values.first.folder.length, 6);
	assert_memory_equal(values.first.folder.bytes, "handle", 6);
	assert_int_equal(values.offset, 0x180000002);
	assert_int_equal(values.count, 4096);
	assert_int_equal(values.word, 0);
	assert_int_equal(values.length, 0);
	assert_string_equal(values.first.name, "");
	assert_false(read_cut("hoc", 1));
	assert_int_equal(values.offset, 0x180000002);
	assert_int_equal(values.count, 0);
	assert_false(read_cut("hocw", 0));
}

/* RENAME3args; LINK3args has the second handle without a first name. */
static void test_names(void **state)
{
	(void)state;
	put_bytes("first-folder", 12);
	put_bytes("old", 3);
	put_bytes("second-folder", 13);
	put_bytes("newer", 5);
	assert_true(read_cut("hnHN", 0));
	assert_string_equal(values.first.name, "old");
	assert_int_equal(values.second.folder.length, 13);
	assert_memory_equal(values.second.folder.bytes, "second-folder", 13);
	assert_string_equal(values.second.name, "newer");
	assert_true(read_cut("hnH", 0));
	assert_string_equal(values.second.name, "");
}

static void test_too_long(void **state)
{
	char name[NFS_NAME_MAX];

	(void)state;
	memset(name, 'x', sizeof(name));
	put_bytes(name, NFS_NAME_MAX - 1);
	assert_true(read_cut("n", 0));
	assert_int_equal(strlen(values.first.name), NFS_NAME_MAX - 1);
	size = 0;
	put_bytes(name, NFS_NAME_MAX);
	assert_false(read_cut("n", 0));
	assert_string_equal(values.first.name, "");
	size = 0;
	put_bytes(name, NFS_HANDLE_MAX + 1);
	assert_false(read_cut("h", 0));
	assert_int_equal(values.first.folder.length, 0);
	size = 0;
	put(0xffffffff);
	assert_false(read_cut("n", 0));
	assert_false(read_cut("h", 0));
}

/* READ3res with attributes, READDIR3args with a verifier. */
static void test_skipped(void **state)
{
	(void)state;
	put(0);
	put(1);
	size += 84;
	put(100);
	put(1);
	put(104);
	assert_true(read_cut("spcwl", 0));
	assert_int_equal(values.status, 0);
	assert_int_equal(values.count, 100);
	assert_int_equal(values.word, 1);
	assert_int_equal(values.length, 104);
	size = 0;
	put_bytes("folder", 6);
	put(0);
	put(77);
	size += 8;
	put(512);
	assert_true(read_cut("hovc", 0));
	assert_int_equal(values.offset, 77);
	assert_int_equal(values.count, 512);
}

/* WRITE3res, whose attributes before and after may be there or not. */
static void test_before_and_after(void **state)
{
	int before, after;

	(void)state;
	for (before = 0; before < 2; before++) {
		for (after = 0; after < 2; after++) {
			size = 0;
			put(0);
			put((uint32_t)before);
			size += before ? 24 : 0;
			put((uint32_t)after);
			size += after ? 84 : 0;
			put(8192);
			put(2);
			assert_true(read_cut("sxcw", 0));
			assert_int_equal(values.count, 8192);
			assert_int_equal(values.word, 2);
		}
	}
}

/* After an error there is nothing that programs are told of. */
static void test_error(void **state)
{
	(void)state;
	put(2);
	assert_true(read_cut("spcwl", 0));
	assert_int_equal(values.status, 2);
	assert_int_equal(values.count, 0);
	assert_false(read_cut("spcwl", 4));
}

static void test_bad_address(void **state)
{
	char name[NFS_NAME_MAX];

	(void)state;
	assert_false(nfs_xdr_read("c", 8, 64, &values));
	put(1);
	assert_false(nfs_xdr_read("c", (uintptr_t)bytes, (uintptr_t)bytes - 4, &values));
	assert_false(nfs_name_read(8, 3, name));
	assert_string_equal(name, "");
	assert_true(nfs_name_read((uintptr_t) "longer", 4, name));
	assert_string_equal(name, "long");
	assert_false(nfs_name_read((uintptr_t)bytes, NFS_NAME_MAX, name));
	assert_string_equal(name, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_read, setup),
		cmocka_unit_test_setup(test_names, setup),
		cmocka_unit_test_setup(test_too_long, setup),
		cmocka_unit_test_setup(test_skipped, setup),
		cmocka_unit_test_setup(test_before_and_after, setup),
		cmocka_unit_test_setup(test_error, setup),
		cmocka_unit_test_setup(test_bad_address, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
