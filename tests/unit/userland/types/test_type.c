/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_type.c - the type graph: layout by data model, names, promotion, lookup. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "types/type.h"

static struct ldt_type *named(struct ldt_types *types, const char *name)
{
	struct ldt_type *type = ldt_type_lookup(types, NULL, LDT_NS_TYPEDEF, name);

	assert_non_null(type);
	return type;
}

static void test_models(void **state)
{
	struct ldt_types *lp64 = ldt_types_create(8), *ilp32 = ldt_types_create(4);

	(void)state;
	assert_int_equal(ldt_type_size(lp64, lp64->long_), 8);
	assert_int_equal(ldt_type_size(ilp32, ilp32->long_), 4);
	assert_int_equal(ldt_type_size(ilp32, named(ilp32, "int64_t")), 8);
	assert_int_equal(ldt_type_size(lp64, ldt_type_pointer(lp64, lp64->char_)), 8);
	assert_int_equal(ldt_type_size(ilp32, ldt_type_pointer(ilp32, ilp32->char_)), 4);
	assert_ptr_equal(ldt_type_resolve(named(lp64, "int64_t")), lp64->long_);
	ldt_types_destroy(lp64);
	ldt_types_destroy(ilp32);
}

static void test_layout(void **state)
{
	struct ldt_types *types = ldt_types_create(8);
	struct ldt_type *s = ldt_type_tagged(types, LDT_KIND_STRUCT, "s"),
			*u = ldt_type_tagged(types, LDT_KIND_UNION, "u");
	uint64_t offset;

	(void)state;
	ldt_type_add_member(types, s, "a", types->char_, 0);
	ldt_type_add_member(types, s, "b", types->int_, 0);
	ldt_type_add_member(types, s, "c", types->uint, 3);
	ldt_type_add_member(types, s, "d", types->uint, 30);
	ldt_type_add_member(types, s, "e", types->short_, 0);
	assert_null(ldt_type_add_member(types, s, "a", types->int_, 0));
	ldt_type_finish(types, s);
	assert_non_null(ldt_type_member(types, s, "b", &offset));
	assert_int_equal(offset, 32);
	ldt_type_member(types, s, "c", &offset);
	assert_int_equal(offset, 64);
	ldt_type_member(types, s, "d", &offset);
	assert_int_equal(offset, 96);
	ldt_type_member(types, s, "e", &offset);
	assert_int_equal(offset, 128);
	assert_int_equal(ldt_type_size(types, s), 20);
	assert_null(ldt_type_member(types, s, "z", NULL));
	ldt_type_add_member(types, u, "x", types->char_, 0);
	ldt_type_add_member(types, u, NULL, s, 0);
	ldt_type_finish(types, u);
	assert_int_equal(ldt_type_size(types, u), 20);
	assert_non_null(ldt_type_member(types, u, "e", &offset));
	assert_int_equal(offset, 128);
	ldt_types_destroy(types);
}

static void check_name(struct ldt_type *type, const char *expected)
{
	char buf[128];

	assert_string_equal(ldt_type_name(type, buf, sizeof(buf)), expected);
}

static void test_names(void **state)
{
	struct ldt_types *types = ldt_types_create(8);
	struct ldt_param param = { types->int_, NULL, NULL };
	struct ldt_type *function = ldt_type_function(types, types->int_, &param, false);
	char tiny[8];

	(void)state;
	check_name(types->ullong, "unsigned long long");
	check_name(ldt_type_pointer(types, types->char_), "char *");
	check_name(ldt_type_pointer(types, ldt_type_pointer(types, types->char_)), "char **");
	check_name(ldt_type_array(types, ldt_type_array(types, types->int_, 4, true), 3, true), "int [3][4]");
	check_name(ldt_type_pointer(types, ldt_type_array(types, types->int_, 3, true)), "int (*)[3]");
	check_name(ldt_type_pointer(types, function), "int (*)(int)");
	check_name(ldt_type_pointer(types, ldt_type_qualified(types, LDT_KIND_CONST, types->char_)), "const char *");
	check_name(ldt_type_tagged(types, LDT_KIND_STRUCT, "task_struct"), "struct task_struct");
	assert_string_equal(ldt_type_name(types->ullong, tiny, sizeof(tiny)), "unsigne");
	ldt_types_destroy(types);
}

static void test_arithmetic(void **state)
{
	struct ldt_types *types = ldt_types_create(8), *ilp32 = ldt_types_create(4);

	(void)state;
	assert_ptr_equal(ldt_type_promote(types, types->char_), types->char_);
	assert_ptr_equal(ldt_type_promote(types, named(types, "_Bool")), types->int_);
	assert_ptr_equal(ldt_type_common(types, types->int_, types->uint), types->uint);
	assert_ptr_equal(ldt_type_common(types, types->uint, types->long_), types->long_);
	assert_ptr_equal(ldt_type_common(types, types->ulong, types->llong), types->ulong);
	assert_ptr_equal(ldt_type_common(types, types->short_, types->ushort), types->ushort);
	assert_ptr_equal(ldt_type_common(types, types->uchar, types->short_), types->short_);
	assert_ptr_equal(ldt_type_common(ilp32, ilp32->uint, ilp32->long_), ilp32->uint);
	assert_true(ldt_type_same(named(types, "uint64_t"), types->ulong));
	assert_false(ldt_type_same(types->int_, types->uint));
	ldt_types_destroy(types);
	ldt_types_destroy(ilp32);
}

static struct ldt_type *load(void *arg, struct ldt_types *types, const char *module, enum ldt_namespace ns,
			     const char *name)
{
	struct ldt_type *type;

	(void)module;
	++*(int *)arg;
	if (ns != LDT_NS_STRUCT || strcmp(name, "kernel_thing"))
		return NULL;
	type = ldt_type_tagged(types, LDT_KIND_STRUCT, name);
	return type;
}

static bool complete(void *arg, struct ldt_types *types, struct ldt_type *type)
{
	(void)arg;
	ldt_type_add_member(types, type, "field", types->int_, 0);
	ldt_type_finish(types, type);
	return true;
}

static void no_destroy(void *arg)
{
	(void)arg;
}

static void test_loader(void **state)
{
	int asked = 0;
	struct ldt_type_loader loader = { .lookup = load, .complete = complete, .destroy = no_destroy, .arg = &asked };
	struct ldt_types *types = ldt_types_create(8);
	struct ldt_type *type;

	(void)state;
	ldt_types_add_loader(types, &loader);
	assert_non_null(ldt_type_lookup(types, NULL, LDT_NS_TYPEDEF, "int"));
	assert_int_equal(asked, 0);
	assert_null(ldt_type_lookup(types, NULL, LDT_NS_STRUCT, "nothing"));
	type = ldt_type_lookup(types, NULL, LDT_NS_STRUCT, "kernel_thing");
	assert_non_null(type);
	assert_false(type->complete);
	assert_non_null(ldt_type_member(types, type, "field", NULL));
	assert_int_equal(ldt_type_size(types, type), 4);
	ldt_types_destroy(types);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_models),     cmocka_unit_test(test_layout), cmocka_unit_test(test_names),
		cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_loader),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
