/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_jump.c - isa/jump.h for all CPUs: where a region is, why there is none, a stub's bytes, and the order of writing.
 * tests/isa/native_jump.c executes what is made here.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/jump.h"

#define FUNC     0x10000u
#define STUB     0x40000u
#define ENTRY    0x50000u
#define COOKIE   0x1122334455667788u
#define CODE_MAX 64

/* A function, and what is looked for in it. */
struct question {
	const struct isa_jump *jump;
	uint8_t code[CODE_MAX];
	uint8_t size;
	uint8_t site; /* offset */
	enum isa_jump_place place;
	bool tables;
	uint64_t thunk;
	uint8_t reserved; /* offset of a byte that others know; 0: none */
	enum isa_jump_refusal refusal;
	uint8_t start, len, executed; /* of the region */
};

static enum isa_jump_refusal find(const struct question *question, struct isa_region *region)
{
	uint8_t marks[CODE_MAX] = { 0 };
	struct isa_flow flow = { .code = question->code, .func = FUNC, .end = FUNC + question->size, .marks = marks };
	const struct isa_flow_code code = { .code = question->code,
					    .func = FUNC,
					    .end = FUNC + question->size,
					    .tables = question->tables,
					    .thunks = &question->thunk,
					    .thunk_count = question->thunk != 0 };

	if (isa_flow_add(question->jump->isa, &flow, &code) != 0)
		return ISA_JUMP_UNDECODED;
	if (question->reserved)
		marks[question->reserved] |= ISA_FLOW_RESERVED;
	return isa_region_find(question->jump, &flow, FUNC + question->site, question->place, region);
}

static void ask(const struct question *questions, size_t count)
{
	struct isa_region region;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct question *question = &questions[i];
		enum isa_jump_refusal refusal = find(question, &region);

		if (refusal != question->refusal)
			fail_msg("%s, question %zu: %s, not %s", question->jump->isa->name, i,
				 isa_jump_refusal_name(refusal), isa_jump_refusal_name(question->refusal));
		if (refusal != ISA_JUMP_POSSIBLE)
			continue;
		if (region.addr != FUNC + question->start || region.len != question->len ||
		    region.code != question->executed || region.site != FUNC + question->site)
			fail_msg("%s, question %zu: region %#x, %u bytes, %u executed", question->jump->isa->name, i,
				 (unsigned int)(region.addr - FUNC), region.len, region.code);
		assert_memory_equal(region.bytes, question->code + question->start, region.len);
	}
}

#define CODE(...)              .code = { __VA_ARGS__ }, .size = sizeof((const uint8_t[]){ __VA_ARGS__ })
#define X64                    .jump = &isa_jump_x86_64
#define X32                    .jump = &isa_jump_i386
#define A64                    .jump = &isa_jump_aarch64
#define RV                     .jump = &isa_jump_riscv64
#define REFUSED(why)           .refusal = ISA_JUMP_##why
#define REGION(at, bytes, run) .start = (at), .len = (bytes), .executed = (run)
#define PADDING                0xcc, 0xcc, 0xcc, 0xcc

static void regions_of_x86(void **state)
{
	static const struct question questions[] = {
		/* push; mov; pop; ret; padding */
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING), .place = ISA_PLACE_ENTRY, REGION(0, 5, 5) },
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING), .site = 5, .place = ISA_PLACE_EXIT,
		  REGION(5, 5, 1) },
		/* without padding the instructions before the return have to do */
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3), .site = 5, .place = ISA_PLACE_EXIT, REGION(1, 5, 5) },
		{ X32, CODE(0x5b, 0x5e, 0x5f, 0x5d, 0xc3), .site = 4, .place = ISA_PLACE_EXIT, REGION(0, 5, 5) },
		{ X32, CODE(0x5e, 0x5f, 0x5d, 0xc3), .site = 3, .place = ISA_PLACE_EXIT, REFUSED(SHORT) },
		/* an entry's region begins at the entry: before it are landing pad and tracing NOPs */
		{ X64, CODE(0x0f, 0x1f, 0x44, 0x00, 0x00, 0x55, 0xc3), .site = 5, .place = ISA_PLACE_ENTRY,
		  REFUSED(SHORT) },
		/* xor eax,eax; je to the return; add; ret: five bytes from je would have the jump's target inside */
		{ X64, CODE(0x31, 0xc0, 0x74, 0x02, 0x01, 0xf8, 0xc3, PADDING), .site = 2, REGION(0, 6, 6) },
		{ X64, CODE(0x31, 0xc0, 0x74, 0x02, 0x01, 0xf8, 0xc3, PADDING), .site = 2, .place = ISA_PLACE_ENTRY,
		  REFUSED(TARGET) },
		{ X64, CODE(0x31, 0xc0, 0x74, 0x02, 0x01, 0xf8, 0xc3, PADDING), .site = 6, .place = ISA_PLACE_EXIT,
		  REGION(6, 5, 1) },
		/* somebody knows the third byte, the first one */
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING), .reserved = 2, .place = ISA_PLACE_ENTRY,
		  REFUSED(RESERVED) },
		{ X64, CODE(0x90, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING), .site = 1, .reserved = 1, REFUSED(RESERVED) },
		/* call *%rax returns into the region; at its end it does not */
		{ X64, CODE(0xff, 0xd0, 0x48, 0x89, 0xc7, 0xc3, PADDING), REFUSED(CALL) },
		{ X64, CODE(0x48, 0x89, 0xc7, 0xff, 0xd0, 0xc3, PADDING), REGION(0, 5, 5) },
		{ X64, CODE(0xe8, 0x00, 0x10, 0x00, 0x00, 0xc3, PADDING), REGION(0, 5, 5) },
		/* call *8(%rsp): a push would move the operand */
		{ X64, CODE(0x90, 0xff, 0x54, 0x24, 0x08, 0xc3, PADDING), REFUSED(CALL) },
		/* jmp *%rax may lead to any instruction, where there are jump tables; so may a jump to a retpoline */
		{ X64, CODE(0x48, 0x89, 0xc7, 0x89, 0xc0, 0xff, 0xe0, PADDING), .tables = true, REFUSED(INDIRECT) },
		{ X64, CODE(0x48, 0x89, 0xc7, 0x89, 0xc0, 0xff, 0xe0, PADDING), REGION(0, 5, 5) },
		{ X64, CODE(0x31, 0xc0, 0x89, 0xc7, 0xe9, 0x00, 0x00, 0x01, 0x00), .tables = true,
		  .thunk = FUNC + 0x10009, REFUSED(INDIRECT) },
		{ X64, CODE(0x31, 0xc0, 0x89, 0xc7, 0xe9, 0x00, 0x00, 0x01, 0x00), .tables = true, .site = 4,
		  REGION(4, 5, 5) },
		/* ud2 is found by its address */
		{ X64, CODE(0x90, 0x90, 0x0f, 0x0b, 0x90, 0xc3), REFUSED(INSTRUCTION) },
		/* code after a return to which nothing leads is no padding */
		{ X64, CODE(0xc3, 0x31, 0xc0, 0x31, 0xc0, 0xc3), .place = ISA_PLACE_EXIT, REFUSED(SHORT) },
		/* a NOP after a jump: nobody comes to it */
		{ X64, CODE(0xeb, 0x03, 0x90, 0x90, 0x90, 0xc3), .site = 2, REFUSED(TARGET) },
		/* bytes that do not decode; the inside of an instruction; another function */
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, 0x06), REFUSED(UNDECODED) },
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING), .site = 2, REFUSED(UNDECODED) },
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING), .site = 10, REFUSED(UNDECODED) },
		/* an instruction of 15 bytes after one of 4 */
		{ X64,
		  CODE(0x48, 0x83, 0xec, 0x08, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0, 0,
		       0, 0, 0xc3),
		  REGION(0, 19, 19) },
	};

	ask(questions, DT_ARRAY_SIZE(questions));
}

static void regions_of_others(void **state)
{
	static const struct question questions[] = {
		/* add x0, x0, #1; blr x1; ret: one word, whoever jumps to it */
		{ A64, CODE(0x00, 0x04, 0x00, 0x91, 0x20, 0x00, 0x3f, 0xd6, 0xc0, 0x03, 0x5f, 0xd6), REGION(0, 4, 4) },
		{ A64, CODE(0x00, 0x04, 0x00, 0x91, 0x20, 0x00, 0x3f, 0xd6, 0xc0, 0x03, 0x5f, 0xd6), .site = 4,
		  REFUSED(CALL) },
		{ A64, CODE(0x00, 0x04, 0x00, 0x91, 0x20, 0x00, 0x3f, 0xd6, 0xc0, 0x03, 0x5f, 0xd6), .site = 8,
		  .place = ISA_PLACE_EXIT, REGION(8, 4, 4) },
		/* addi sp; sd ra; sd s0; li s0: entry; in the middle no register is free */
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .place = ISA_PLACE_ENTRY,
		  REGION(0, 8, 8) },
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), REFUSED(REGISTER) },
		/* a return: what is before it */
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .site = 8,
		  .place = ISA_PLACE_EXIT, REGION(2, 8, 8) },
		/* two functions end alike: a jump leads there */
		{ RV, CODE(0x11, 0xc1, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .site = 8,
		  .place = ISA_PLACE_EXIT, REFUSED(TARGET) },
		/* sd ra; and before it a branch, after which the register may be in use */
		{ RV, CODE(0x01, 0x00, 0x7d, 0xdd, 0x06, 0xec, 0x22, 0xe8, 0x82, 0x80), .site = 8,
		  .place = ISA_PLACE_EXIT, REFUSED(REGISTER) },
		/* a loop to the entry: what is free there at first may be in use the next time */
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0xe5, 0xfd, 0x82, 0x80),
		  .place = ISA_PLACE_ENTRY, REFUSED(REGISTER) },
	};

	ask(questions, DT_ARRAY_SIZE(questions));
}

static void check_stub(const struct question *question, const uint8_t *code, size_t size, unsigned int fired,
		       unsigned int rest)
{
	struct isa_region region;
	struct isa_stub stub;
	size_t i;

	assert_int_equal(find(question, &region), ISA_JUMP_POSSIBLE);
	assert_int_equal(isa_stub_make(question->jump, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.start, ISA_STUB_COOKIE);
	assert_int_equal(stub.size, DT_ROUNDUP(stub.end, (unsigned int)question->jump->unit));
	assert_int_equal(stub.fired, fired);
	assert_int_equal(stub.rest, rest);
	assert_int_equal(stub.end, ISA_STUB_COOKIE + size);
	for (i = 0; i < ISA_STUB_COOKIE; i++)
		assert_int_equal(stub.bytes[i], (uint8_t)(COOKIE >> (8 * i)));
	assert_memory_equal(stub.bytes + stub.start, code, size);
	for (i = stub.end; i < ISA_STUB_SIZE; i++)
		assert_int_equal(stub.bytes[i],
				 question->jump->isa->break_bytes[(i - stub.end) % question->jump->isa->break_len]);
}

static void stubs(void **state)
{
	static const struct question entry = { X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING) };
	static const uint8_t entry_stub[] = { 0xe8, 0xf3, 0xff, 0x00, 0x00,   /* call 0x50000 */
					      0x55, 0x48, 0x89, 0xe5, 0x5d,   /* the region */
					      0xe9, 0xee, 0xff, 0xfc, 0xff }; /* jmp 0x10005 */
	static const struct question early = { X32, CODE(0x5b, 0x5e, 0x5f, 0x5d, 0xc3), .site = 4,
					       .place = ISA_PLACE_EXIT };
	static const uint8_t early_stub[] = { 0x5b, 0x5e, 0x5f, 0x5d, 0xe8, 0xef, 0xff, 0x00, 0x00, 0xc3 };
	static const struct question call = { X64, CODE(0xe8, 0x00, 0x10, 0x00, 0x00, 0xc3) };
	static const uint8_t call_stub[] = { 0xe8, 0xf3, 0xff, 0x00, 0x00,
					     0x68, 0x05, 0x00, 0x01, 0x00,   /* push 0x10005 */
					     0xe9, 0xee, 0x0f, 0xfd, 0xff }; /* jmp 0x11005 */
	static const struct question word = { A64, CODE(0x20, 0x00, 0x00, 0x54, 0xc0, 0x03, 0x5f, 0xd6) };
	static const uint8_t word_stub[] = { 0xfe, 0x0f, 0x1f, 0xf8, 0xfd, 0x3f, 0x00, 0x94, /* str x30; bl 0x50000 */
					     0xfe, 0x07, 0x41, 0xf8, 0x40, 0x00, 0x00, 0x54, /* ldr x30; b.eq +8 */
					     0x02, 0x00, 0x00, 0x14, 0xfa, 0x3f, 0xff, 0x17, /* b +8; b 0x10004 */
					     0xf9, 0x3f, 0xff, 0x17 };                       /* b 0x10004 */
	static const struct question ret = { RV, CODE(0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .site = 6,
					     .place = ISA_PLACE_EXIT };
	static const uint8_t ret_stub[] = { 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, /* before the site */
					    0x41, 0x11, 0x06, 0xe4,             /* addi sp, -16; sd ra, 8(sp) */
					    0x97, 0x00, 0x01, 0x00, 0xe7, 0x80, 0xe0, 0xfe, /* auipc ra; jalr ra */
					    0xa2, 0x60, 0x41, 0x01, /* ld ra, 8(sp); addi sp, 16 */
					    0x82, 0x80 };

	check_stub(&entry, entry_stub, sizeof(entry_stub), 13, 13);
	check_stub(&early, early_stub, sizeof(early_stub), 17, 17);
	check_stub(&call, call_stub, sizeof(call_stub), 13, 13);
	check_stub(&word, word_stub, sizeof(word_stub), 16, 20);
	check_stub(&ret, ret_stub, sizeof(ret_stub), 26, 30);
}

/* The stub of a region at a function's entry takes so many bytes, and its code has so many. */
static void check_size(const struct question *question, unsigned int size, unsigned int end)
{
	struct isa_region region;
	struct isa_stub stub;

	assert_int_equal(find(question, &region), ISA_JUMP_POSSIBLE);
	assert_int_equal(isa_stub_make(question->jump, &region, STUB + question->jump->unit, ENTRY, COOKIE, &stub),
			 ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.end, end);
	assert_int_equal(stub.size, size);
	assert_int_equal(stub.bytes[end], question->jump->isa->break_bytes[0]);
	assert_int_equal(stub.bytes[ISA_STUB_SIZE - 1],
			 question->jump->isa->break_bytes[question->jump->isa->break_len - 1]);
}

/* Stubs of a unit, up to its last byte, and of more. */
static void units(void **state)
{
	static const struct question questions[] = {
		/* push, mov, movq $1, 256(%rsp) */
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x48, 0xc7, 0x84, 0x24, 0x00, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00,
			    0x00, 0xc3) },
		/* push, mov, movq $1, 256(%rax) */
		{ X64, CODE(0x55, 0x89, 0xe5, 0x48, 0xc7, 0x80, 0x00, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0xc3) },
		/* push, mov, push, movl $1, 256(%esp) */
		{ X32, CODE(0x55, 0x89, 0xe5, 0x53, 0xc7, 0x84, 0x24, 0x00, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
			    0xc3) },
		/* bl +0x1010; cbz x0, +8 */
		{ A64, CODE(0x04, 0x04, 0x00, 0x94, 0xc0, 0x03, 0x5f, 0xd6) },
		{ A64, CODE(0x40, 0x00, 0x00, 0xb4, 0xc0, 0x03, 0x5f, 0xd6) },
		/* li a0; ret: no jump back; addi sp; sd ra; sd s0; li s0 */
		{ RV, CODE(0x01, 0x45, 0x82, 0x80, 0x01, 0x00, 0x01, 0x00), .place = ISA_PLACE_ENTRY },
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .place = ISA_PLACE_ENTRY },
	};

	check_size(&questions[0], 64, 34);
	check_size(&questions[1], 32, 32);
	check_size(&questions[2], 64, 33);
	check_size(&questions[3], 32, 32);
	check_size(&questions[4], 64, 36);
	check_size(&questions[5], 32, 28);
	check_size(&questions[6], 48, 40);
}

/* The common entry finds the cookie by the unit that the call returns into: x86_64's first one, riscv64's second. */
static void call_in_its_unit(void **state)
{
	/* mov $1, %rax; mov 256(%rsp), %rax; nop; ret */
	static const uint8_t code[] = { 0x48, 0xb8, 1,    0,    0,    0, 0, 0, 0,    0,
					0x48, 0x8b, 0x84, 0x24, 0x00, 1, 0, 0, 0x90, 0xc3 };
	struct isa_region region = { .addr = FUNC, .len = sizeof(code), .code = sizeof(code) };
	struct isa_stub stub;

	memcpy(region.bytes, code, sizeof(code));
	region.site = FUNC + 18;
	assert_int_equal(isa_stub_make(&isa_jump_x86_64, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.fired, 31);
	region.site = FUNC + 19;
	assert_int_equal(isa_stub_make(&isa_jump_x86_64, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_LONG);
}

static void call_in_second_unit(void **state)
{
	/* addi a0, 1, three times; nop; ret */
	static const uint8_t code[] = {
		0x13, 0x05, 0x15, 0, 0x13, 0x05, 0x15, 0, 0x13, 0x05, 0x15, 0, 1, 0, 0x82, 0x80
	};
	struct isa_region region = { .addr = FUNC, .len = sizeof(code), .code = sizeof(code) };
	struct isa_stub stub;

	memcpy(region.bytes, code, sizeof(code));
	region.site = FUNC;
	assert_int_equal(isa_stub_make(&isa_jump_riscv64, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.fired, 20);
	region.site = FUNC + 8;
	assert_int_equal(isa_stub_make(&isa_jump_riscv64, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.fired, 28);
	region.site = FUNC + 12;
	assert_int_equal(isa_stub_make(&isa_jump_riscv64, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_LONG);
}

/* A region of two sites: the first one's stub ends in a jump to the second one's, and the text has both breaks. */
static void check_pair(const struct question *question, unsigned int second, const uint8_t *code, size_t size,
		       const uint8_t *second_code, size_t second_size)
{
	struct isa_region region, rest;
	uint8_t bytes[ISA_REGION_MAX], armed[ISA_REGION_MAX];
	struct isa_jump_write writes[ISA_JUMP_WRITES];
	struct isa_stub stub;
	unsigned int count;

	assert_int_equal(find(question, &region), ISA_JUMP_POSSIBLE);
	assert_int_equal(region.second, 0);
	region.second = FUNC + second;
	isa_region_second(&region, &rest);
	assert_true(rest.addr == FUNC + second && rest.site == FUNC + second && rest.second == 0);
	assert_int_equal(rest.len, region.len - second);
	assert_int_equal(rest.code, region.code - second);
	assert_memory_equal(rest.bytes, region.bytes + second, rest.len);
	assert_int_equal(isa_stub_make(question->jump, &rest, STUB + ISA_STUB_SIZE, ENTRY, COOKIE, &stub),
			 ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.end, stub.start + second_size);
	assert_memory_equal(stub.bytes + stub.start, second_code, second_size);
	region.second_start = STUB + ISA_STUB_SIZE + stub.start;
	assert_int_equal(isa_stub_make(question->jump, &region, STUB, ENTRY, COOKIE, &stub), ISA_JUMP_POSSIBLE);
	assert_int_equal(stub.end, stub.start + size);
	assert_memory_equal(stub.bytes + stub.start, code, size);
	memcpy(armed, region.bytes, region.len);
	armed[0] = armed[second] = question->jump->isa->break_bytes[0];
	assert_int_equal(isa_jump_make(question->jump, &region, STUB + stub.start, bytes), ISA_JUMP_POSSIBLE);
	count = isa_jump_writes(question->jump, &region, bytes, false, writes);
	assert_int_equal(count, 2);
	assert_memory_equal(writes[0].bytes, armed, 1);
	assert_memory_equal(writes[1].bytes, armed + 1, region.len - 1u);
	count = isa_jump_writes(question->jump, &region, bytes, true, writes);
	assert_int_equal(count, 2);
	assert_memory_equal(writes[0].bytes, bytes + 1, region.len - 1u);
}

static void pairs(void **state)
{
	static const struct question zero = { X64, CODE(0x31, 0xc0, 0xe9, 0xf9, 0x0f, 0x00, 0x00) };
	static const uint8_t zero_stub[] = { 0xe8, 0xf3, 0xff, 0x00, 0x00,     /* call 0x50000 */
					     0x31, 0xc0,                       /* xor %eax, %eax */
					     0xe9, 0x34, 0x00, 0x00, 0x00 };   /* jmp 0x40048 */
	static const uint8_t zero_second[] = { 0xe8, 0xb3, 0xff, 0x00, 0x00,   /* call 0x50000 */
					       0xe9, 0xae, 0x0f, 0xfd, 0xff }; /* jmp 0x11000 */
	static const struct question ret = { X32, CODE(0x89, 0xd0, 0xc3, PADDING) };
	static const uint8_t ret_stub[] = { 0xe8, 0xf3, 0xff, 0x00, 0x00, 0x89, 0xd0, 0xe9, 0x34, 0x00, 0x00, 0x00 };
	static const uint8_t ret_second[] = { 0xe8, 0xb3, 0xff, 0x00, 0x00, 0xc3 };

	check_pair(&zero, 2, zero_stub, sizeof(zero_stub), zero_second, sizeof(zero_second));
	check_pair(&ret, 2, ret_stub, sizeof(ret_stub), ret_second, sizeof(ret_second));
}

/* A veneer: a cookie of zeros, and a jump to any address. Only the CPU whose calls do not reach has one. */
static void veneers(void **state)
{
	static const uint8_t code[] = {
		0,    0,    0,    0,    0,    0,    0,    0,
		0xf0, 0x47, 0xbf, 0xa9, 0x70, 0x00, 0x00, 0x58, /* stp x16, x17; ldr x16, .+12 */
		0x00, 0x02, 0x1f, 0xd6, 0x00, 0x00, 0x00, 0x00,
		0xf0, 0xde, 0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12 /* br x16 */
	};
	const uint8_t *brk = isa_aarch64.break_bytes;
	uint8_t bytes[ISA_STUB_SIZE];

	assert_int_equal(isa_jump_aarch64.unit, 32); /* it has no byte left */
	isa_veneer_make(&isa_jump_aarch64, STUB, 0x123456789abcdef0u, bytes);
	assert_memory_equal(bytes, code, 20);
	assert_memory_equal(bytes + 20, brk, 4);
	assert_memory_equal(bytes + 24, code + 24, 8);
	assert_null(isa_jump_x86_64.veneer);
	assert_null(isa_jump_i386.veneer);
	assert_null(isa_jump_riscv64.veneer);
}

static void stubs_out_of_reach(void **state)
{
	static const struct question questions[] = {
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING) },
		{ A64, CODE(0x00, 0x04, 0x00, 0x91) },
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44), .place = ISA_PLACE_ENTRY },
	};
	uint8_t bytes[ISA_REGION_MAX];
	struct isa_region region;
	struct isa_stub stub;
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(questions); i++) {
		const struct isa_jump *jump = questions[i].jump;

		assert_int_equal(find(&questions[i], &region), ISA_JUMP_POSSIBLE);
		assert_int_equal(isa_stub_make(jump, &region, STUB, 0x800000000000u, COOKIE, &stub), ISA_JUMP_REACH);
		assert_int_equal(isa_stub_make(jump, &region, 0x800000000000u, 0x800000000100u, COOKIE, &stub),
				 ISA_JUMP_REACH);
		assert_int_equal(isa_jump_make(jump, &region, 0x800000000000u, bytes), ISA_JUMP_REACH);
	}
}

/* What a CPU finds that comes to the region's start must be whole after each write. */
static void check_writes(const struct question *question, unsigned int on_count, unsigned int off_count, bool waits)
{
	const struct isa_jump *jump = question->jump;
	unsigned int i, j, count, head = jump->isa->break_len, changed;
	uint8_t bytes[ISA_REGION_MAX], text[ISA_REGION_MAX], armed[ISA_REGION_MAX];
	struct isa_jump_write writes[ISA_JUMP_WRITES];
	struct isa_region region;
	bool waited = false;

	assert_int_equal(find(question, &region), ISA_JUMP_POSSIBLE);
	assert_int_equal(isa_jump_make(jump, &region, STUB, bytes), ISA_JUMP_POSSIBLE);
	memcpy(armed, region.bytes, region.len);
	memcpy(armed + (region.site - region.addr), jump->isa->break_bytes, head);
	memcpy(text, armed, region.len);
	count = isa_jump_writes(jump, &region, bytes, true, writes);
	assert_int_equal(count, on_count);
	for (i = 0; i < count; i++) {
		waited |= writes[i].when_empty;
		changed = 0;
		for (j = 0; j < writes[i].len; j++)
			changed += text[writes[i].at + j] != writes[i].bytes[j];
		/* nothing but the first bytes changes while they are no break, and nothing inside before the wait */
		if (writes[i].at != 0)
			assert_memory_equal(text, jump->isa->break_bytes, head);
		else
			assert_in_range(writes[i].len, 1, head);
		assert_true(writes[i].at == 0 || !waits || waited);
		assert_true(changed > 0);
		memcpy(text + writes[i].at, writes[i].bytes, writes[i].len);
	}
	assert_memory_equal(text, bytes, region.len);
	assert_int_equal(waited, waits);
	count = isa_jump_writes(jump, &region, bytes, false, writes);
	assert_int_equal(count, off_count);
	for (i = 0; i < count; i++) {
		assert_false(writes[i].when_empty);
		if (writes[i].at != 0)
			assert_memory_equal(text, jump->isa->break_bytes, head);
		memcpy(text + writes[i].at, writes[i].bytes, writes[i].len);
	}
	assert_memory_equal(text, armed, region.len);
}

static void writing(void **state)
{
	static const struct question questions[] = {
		{ X64, CODE(0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3, PADDING) },
		{ X64, CODE(0xe9, 0x00, 0x10, 0x00, 0x00) },
		{ X32, CODE(0x5b, 0x5e, 0x5f, 0x5d, 0xc3), .site = 4, .place = ISA_PLACE_EXIT },
		{ A64, CODE(0x00, 0x04, 0x00, 0x91) },
		{ RV, CODE(0x01, 0x11, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .place = ISA_PLACE_ENTRY },
		{ RV, CODE(0x06, 0xec, 0x22, 0xe8, 0x01, 0x44, 0x82, 0x80), .site = 6, .place = ISA_PLACE_EXIT },
	};

	check_writes(&questions[0], 2, 2, true);
	check_writes(&questions[1], 2, 2, false); /* one instruction: nobody can be inside */
	check_writes(&questions[2], 3, 3, true);
	check_writes(&questions[3], 1, 1, false);
	check_writes(&questions[4], 2, 2, true);
	check_writes(&questions[5], 3, 3, true);
}

static void registers_of_jumps(void **state)
{
	/* mv t1, a0 (2); mv a0, t1 (2); sd ra, 24(sp); sd s0, 16(sp): written first, free where it is entered */
	static const struct question written = { RV, CODE(0x2a, 0x83, 0x1a, 0x85, 0x06, 0xec, 0x22, 0xe8),
						 .place = ISA_PLACE_ENTRY };
	/* mv a0, t1 first: in use, t3 is not */
	static const struct question used = { RV, CODE(0x1a, 0x85, 0x06, 0xec, 0x22, 0xe8, 0x01, 0x44),
					      .place = ISA_PLACE_ENTRY };
	struct isa_region region;

	assert_int_equal(find(&written, &region), ISA_JUMP_POSSIBLE);
	assert_int_equal(region.scratch_in, 6);
	assert_int_equal(region.scratch_out, 28);
	assert_int_equal(find(&used, &region), ISA_JUMP_POSSIBLE);
	assert_int_equal(region.scratch_in, 28);
	assert_int_equal(region.scratch_out, 6);
}

static void names(void **state)
{
	unsigned int i;

	for (i = 0; i < ISA_JUMP_REFUSALS; i++)
		assert_string_not_equal(isa_jump_refusal_name(i), "?");
	assert_string_equal(isa_jump_refusal_name(i), "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(regions_of_x86),
		cmocka_unit_test(regions_of_others),
		cmocka_unit_test(stubs),
		cmocka_unit_test(units),
		cmocka_unit_test(call_in_its_unit),
		cmocka_unit_test(call_in_second_unit),
		cmocka_unit_test(pairs),
		cmocka_unit_test(veneers),
		cmocka_unit_test(stubs_out_of_reach),
		cmocka_unit_test(writing),
		cmocka_unit_test(registers_of_jumps),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
