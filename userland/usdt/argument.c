/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt/argument.c - the places of arguments, as assemblers write operands:
 *
 *      N@OPERAND N@OPERAND ...      N: 1 2 4 8 bytes, - before it: signed, f after it: floating
 *
 *                      att                    brackets               parentheses
 *      register        %eax                   x0 w0                  a0
 *      constant        $-1                    -1 #-1                 -1
 *      memory          8(%rbp,%rcx,4)         [x0, 8] [x0, w1,       8(a0) %lo(sym)(a0)
 *                      sym+8(%rip) sym        sxtw 3] [x0, :lo12:sym]
 *
 * What is of no such form is refused; it is not guessed at.
 */
#include "usdt/argument.h"

#include <string.h>

/* A part of the text that is being read. */
struct scan {
	const struct ldt_usdt_context *context;
	const char *at, *end;
	struct dtrace_usdt_arg *arg;
	enum dtrace_usdt_reason reason; /* when a function of this file has returned false */
};

static bool refuse(struct scan *s, enum dtrace_usdt_reason reason)
{
	s->reason = reason;
	return false;
}

static int peek(const struct scan *s)
{
	return s->at < s->end ? (unsigned char)*s->at : -1;
}

static bool accept(struct scan *s, char wanted)
{
	if (peek(s) != wanted)
		return false;
	s->at++;
	return true;
}

static bool accept_word(struct scan *s, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0)
		return false;
	s->at += length;
	return true;
}

static bool is_blank(int c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct scan *s)
{
	while (is_blank(peek(s)))
		s->at++;
}

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
}

/* ---- numbers and symbols --------------------------------------------------------------------- */

/* How a symbol is meant, by what is after its @. */
enum meant { MEANT_ADDRESS, MEANT_BY_TABLE };

struct expression {
	uint64_t value; /* with the symbol's address */
	bool has_symbol;
	enum meant meant; /* BY_TABLE: relative to the global offset table, whose address is in the base register */
};

static int digit_of(int c, unsigned int base)
{
	int value = is_digit(c)            ? c - '0'
		    : c >= 'a' && c <= 'f' ? c - 'a' + 10
		    : c >= 'A' && c <= 'F' ? c - 'A' + 10
					   : -1;

	return value >= 0 && (unsigned int)value < base ? value : -1;
}

static bool read_number(struct scan *s, uint64_t *ret)
{
	unsigned int base = accept_word(s, "0x") ? 16 : 10;
	const char *start = s->at;
	uint64_t value = 0;
	int digit;

	while ((digit = digit_of(peek(s), base)) >= 0) {
		if (value > (UINT64_MAX - (uint64_t)digit) / base)
			return refuse(s, DTRACE_USDT_UNKNOWN);
		value = value * base + (uint64_t)digit;
		s->at++;
	}
	*ret = value;
	return s->at > start || refuse(s, DTRACE_USDT_UNKNOWN);
}

static bool is_of_thread(const char *name, size_t length)
{
	static const char *const words[] = { "tpoff",  "ntpoff",  "indntpoff", "gottpoff", "gotntpoff", "tlsgd",
					     "tlsldm", "tlsdesc", "tlsld",     "dtpoff",   "TPOFF",     "NTPOFF" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0)
			return true;
	}
	return false;
}

static size_t skip_name(struct scan *s)
{
	const char *start = s->at;

	while (is_letter(peek(s)) || is_digit(peek(s)))
		s->at++;
	return (size_t)(s->at - start);
}

static bool read_symbol(struct scan *s, struct expression *expression, uint64_t *ret)
{
	const char *name = s->at;
	size_t length = skip_name(s), how;

	if (expression->has_symbol)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	expression->has_symbol = true;
	if (accept(s, '@')) {
		how = skip_name(s);
		if (is_of_thread(s->at - how, how))
			return refuse(s, DTRACE_USDT_THREAD);
		if (how != 6 || memcmp(s->at - how, "GOTOFF", 6) != 0)
			return refuse(s, DTRACE_USDT_UNKNOWN);
		expression->meant = MEANT_BY_TABLE;
	}
	if (!s->context->symbol(s->context->arg, name, length, ret))
		return refuse(s, DTRACE_USDT_NO_SYMBOL);
	return true;
}

/* Numbers and at most one symbol, added and subtracted. */
static bool read_expression(struct scan *s, struct expression *expression)
{
	bool minus = accept(s, '-');
	uint64_t value = 0;

	memset(expression, 0, sizeof(*expression));
	if (!minus)
		accept(s, '+');
	for (;;) {
		if (minus && is_letter(peek(s)))
			return refuse(s, DTRACE_USDT_UNKNOWN);
		if (is_letter(peek(s)) ? !read_symbol(s, expression, &value) : !read_number(s, &value))
			return false;
		expression->value += minus ? -value : value;
		minus = peek(s) == '-';
		if (!minus && peek(s) != '+')
			return true;
		s->at++;
	}
}

/* ---- what an operand becomes ----------------------------------------------------------------- */

/* The register whose name comes now. */
static bool read_register(struct scan *s, const struct ldt_usdt_register **ret)
{
	const char *name = s->at;
	size_t length = skip_name(s);

	*ret = length ? ldt_usdt_register(s->context->numbers, name, length) : NULL;
	return *ret || refuse(s, DTRACE_USDT_UNKNOWN);
}

static bool is_register(const struct scan *s)
{
	struct scan ahead = *s;
	const struct ldt_usdt_register *reg;

	return read_register(&ahead, &reg);
}

static bool set_value(struct scan *s, const struct expression *expression)
{
	s->arg->kind = DTRACE_USDT_VALUE;
	s->arg->value = (int64_t)expression->value;
	if (expression->has_symbol)
		s->arg->flags |= DTRACE_USDT_PLACED;
	return true;
}

static bool set_register(struct scan *s, const struct ldt_usdt_register *reg)
{
	if (s->arg->size > reg->size)
		return refuse(s, DTRACE_USDT_TOO_WIDE);
	if (reg->number == LDT_USDT_ZERO)
		return set_value(s, &(struct expression){ 0 });
	s->arg->kind = DTRACE_USDT_REGISTER;
	s->arg->base = reg->number;
	s->arg->shift = reg->shift;
	return true;
}

static void set_memory(struct scan *s, const struct expression *expression)
{
	s->arg->kind = DTRACE_USDT_MEMORY;
	s->arg->value = (int64_t)expression->value;
	if (expression->has_symbol)
		s->arg->flags |= DTRACE_USDT_PLACED;
}

static unsigned int word(const struct scan *s)
{
	return s->context->cpu->bits / 8;
}

static bool set_base(struct scan *s, const struct ldt_usdt_register *reg)
{
	if (reg->size != word(s))
		return refuse(s, DTRACE_USDT_UNKNOWN);
	if (reg->number == LDT_USDT_ZERO)
		return true;
	s->arg->flags |= DTRACE_USDT_BASE;
	s->arg->base = reg->number;
	return true;
}

/* The index that is in @reg, times a power of two. */
static void set_index(struct scan *s, const struct ldt_usdt_register *reg, unsigned int shift)
{
	if (reg->number == LDT_USDT_ZERO)
		return;
	s->arg->flags |= DTRACE_USDT_INDEX;
	s->arg->index = reg->number;
	s->arg->shift = (uint8_t)shift;
}

/* ---- att ------------------------------------------------------------------------------------- */

static bool read_scale(struct scan *s, unsigned int *shift)
{
	static const char scales[] = "1248";
	const char *found = peek(s) > 0 ? strchr(scales, peek(s)) : NULL;

	if (!found)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	s->at++;
	*shift = (unsigned int)(found - scales);
	return true;
}

/* %base , %index , scale : what is between the parentheses; @rip: the base is the program counter. */
static bool read_att_registers(struct scan *s, bool *rip)
{
	const struct ldt_usdt_register *reg;
	unsigned int shift = 0;

	if (accept(s, '%')) {
		*rip = accept_word(s, "rip");
		if (!*rip && (!read_register(s, &reg) || !set_base(s, reg)))
			return false;
	}
	skip_blanks(s);
	if (!accept(s, ','))
		return true;
	skip_blanks(s);
	if (!accept(s, '%') || !read_register(s, &reg))
		return refuse(s, DTRACE_USDT_UNKNOWN);
	skip_blanks(s);
	if (accept(s, ',')) {
		skip_blanks(s);
		if (!read_scale(s, &shift))
			return false;
	}
	if (reg->size != word(s) || *rip)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	set_index(s, reg, shift);
	return true;
}

static bool read_att_memory(struct scan *s)
{
	struct expression expression = { 0 };
	bool rip = false;

	if (peek(s) != '(' && !read_expression(s, &expression))
		return false;
	set_memory(s, &expression);
	if (accept(s, '(')) {
		skip_blanks(s);
		if (!read_att_registers(s, &rip))
			return false;
		skip_blanks(s);
		if (!accept(s, ')'))
			return refuse(s, DTRACE_USDT_UNKNOWN);
	}
	if (rip && !expression.has_symbol)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	if (expression.meant == MEANT_BY_TABLE) {
		/* table's address in the base + distance from the table = the symbol's address */
		if (!(s->arg->flags & DTRACE_USDT_BASE))
			return refuse(s, DTRACE_USDT_UNKNOWN);
		s->arg->flags &= (uint8_t)~DTRACE_USDT_BASE;
		s->arg->base = 0;
	}
	return true;
}

static bool read_att(struct scan *s)
{
	const struct ldt_usdt_register *reg;
	struct expression expression;

	if (accept(s, '$')) {
		if (!read_expression(s, &expression))
			return false;
		return expression.meant == MEANT_ADDRESS ? set_value(s, &expression) : refuse(s, DTRACE_USDT_UNKNOWN);
	}
	if (accept(s, '%')) {
		if (accept_word(s, "fs:") || accept_word(s, "gs:"))
			return refuse(s, DTRACE_USDT_THREAD);
		return read_register(s, &reg) && set_register(s, reg);
	}
	return read_att_memory(s);
}

/* ---- brackets -------------------------------------------------------------------------------- */

static bool read_shift(struct scan *s, unsigned int *shift)
{
	uint64_t value;

	skip_blanks(s);
	accept(s, '#');
	if (!read_number(s, &value))
		return false;
	*shift = (unsigned int)value;
	return value <= DTRACE_USDT_SHIFT_INDEX || refuse(s, DTRACE_USDT_UNKNOWN);
}

/* A register, perhaps extended from its low half and shifted. */
static bool read_brackets_index(struct scan *s)
{
	const struct ldt_usdt_register *reg;
	unsigned int shift = 0;
	uint8_t flags = 0;

	if (!read_register(s, &reg))
		return false;
	skip_blanks(s);
	if (accept(s, ',')) {
		skip_blanks(s);
		if (accept_word(s, "sxtw"))
			flags = DTRACE_USDT_INDEX_LOW | DTRACE_USDT_INDEX_SIGN;
		else if (accept_word(s, "uxtw"))
			flags = DTRACE_USDT_INDEX_LOW;
		else if (!accept_word(s, "lsl") && !accept_word(s, "sxtx"))
			return refuse(s, DTRACE_USDT_UNKNOWN);
		skip_blanks(s);
		if (peek(s) != ']' && !read_shift(s, &shift))
			return false;
	}
	if (reg->size != (flags ? 4 : word(s)))
		return refuse(s, DTRACE_USDT_UNKNOWN);
	set_index(s, reg, shift);
	if (s->arg->flags & DTRACE_USDT_INDEX)
		s->arg->flags |= flags;
	return true;
}

/* :lo12:symbol : the low bits of an address, the same wherever the file is; the base has the others. */
static bool read_low_bits(struct scan *s, unsigned int bits, bool is_signed)
{
	struct expression expression;
	uint64_t half = 1ull << (bits - 1), mask = 2 * half - 1;

	if (!read_expression(s, &expression))
		return false;
	if (!expression.has_symbol || expression.meant != MEANT_ADDRESS)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	expression.value &= mask;
	if (is_signed)
		expression.value = (expression.value ^ half) - half;
	expression.has_symbol = false;
	set_memory(s, &expression);
	return true;
}

static bool read_brackets_memory(struct scan *s)
{
	const struct ldt_usdt_register *reg;
	struct expression expression = { 0 };

	skip_blanks(s);
	if (!read_register(s, &reg) || !set_base(s, reg))
		return false;
	set_memory(s, &expression);
	skip_blanks(s);
	if (accept(s, ',')) {
		skip_blanks(s);
		accept(s, '#');
		if (accept_word(s, ":lo12:")) {
			if (!read_low_bits(s, 12, false))
				return false;
		} else if (is_register(s)) {
			if (!read_brackets_index(s))
				return false;
		} else {
			if (peek(s) == ':' || !read_expression(s, &expression))
				return refuse(s, peek(s) == ':' ? DTRACE_USDT_THREAD : s->reason);
			if (expression.has_symbol)
				return refuse(s, DTRACE_USDT_UNKNOWN);
			set_memory(s, &expression);
		}
		skip_blanks(s);
	}
	return accept(s, ']') || refuse(s, DTRACE_USDT_UNKNOWN);
}

static bool read_brackets(struct scan *s)
{
	const struct ldt_usdt_register *reg;
	struct expression expression;

	if (accept(s, '['))
		return read_brackets_memory(s);
	if (!accept(s, '#') && is_letter(peek(s)))
		return read_register(s, &reg) && set_register(s, reg);
	if (!read_expression(s, &expression))
		return false;
	return expression.has_symbol ? refuse(s, DTRACE_USDT_UNKNOWN) : set_value(s, &expression);
}

/* ---- parentheses ----------------------------------------------------------------------------- */

static bool read_parentheses_base(struct scan *s)
{
	const struct ldt_usdt_register *reg;

	if (!accept(s, '(') || !read_register(s, &reg) || !set_base(s, reg) || !accept(s, ')'))
		return refuse(s, DTRACE_USDT_UNKNOWN);
	return true;
}

/* %lo(symbol)(base), and forms that only the linker can resolve. */
static bool read_relocated(struct scan *s)
{
	if (accept_word(s, "tprel"))
		return refuse(s, DTRACE_USDT_THREAD);
	if (accept_word(s, "pcrel_lo("))
		return refuse(s, DTRACE_USDT_NO_SYMBOL);
	if (!accept_word(s, "lo("))
		return refuse(s, DTRACE_USDT_UNKNOWN);
	if (!read_low_bits(s, 12, true))
		return false;
	if (!accept(s, ')'))
		return refuse(s, DTRACE_USDT_UNKNOWN);
	return read_parentheses_base(s);
}

static bool read_parentheses(struct scan *s)
{
	const struct ldt_usdt_register *reg;
	struct expression expression = { 0 };

	if (accept(s, '%'))
		return read_relocated(s);
	if (is_register(s))
		return read_register(s, &reg) && set_register(s, reg);
	if (peek(s) != '(' && !read_expression(s, &expression))
		return false;
	if (expression.meant != MEANT_ADDRESS)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	if (peek(s) != '(' && !expression.has_symbol)
		return set_value(s, &expression);
	set_memory(s, &expression);
	return peek(s) != '(' || read_parentheses_base(s);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* N@ before an operand; without it the argument is a word. */
static bool read_size(struct scan *s)
{
	const char *start = s->at;
	bool is_signed = accept(s, '-');
	uint64_t size;

	s->arg->size = (uint8_t)word(s);
	if (!memchr(start, '@', (size_t)(s->end - start))) {
		s->at = start;
		return true;
	}
	if (!is_digit(peek(s))) { /* sym@GOTOFF(%ebx) */
		s->at = start;
		return true;
	}
	if (!read_number(s, &size))
		return false;
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return refuse(s, DTRACE_USDT_UNKNOWN);
	s->arg->size = (uint8_t)size;
	if (is_signed)
		s->arg->flags |= DTRACE_USDT_SIGNED;
	if (accept(s, 'f'))
		return refuse(s, DTRACE_USDT_FLOAT);
	return accept(s, '@') || refuse(s, DTRACE_USDT_UNKNOWN);
}

static bool read_operand(struct scan *s)
{
	switch (s->context->cpu->operands) {
	case LDT_USDT_ATT:
		return read_att(s);
	case LDT_USDT_BRACKETS:
		return read_brackets(s);
	default:
		return read_parentheses(s);
	}
}

static void parse_arg(const struct ldt_usdt_context *context, const char *text, const char *end,
		      struct dtrace_usdt_arg *arg)
{
	struct scan s = { .context = context, .at = text, .end = end, .arg = arg };
	bool is_read;

	memset(arg, 0, sizeof(*arg));
	is_read = read_size(&s) && read_operand(&s);
	if (is_read && s.at != s.end)
		is_read = refuse(&s, DTRACE_USDT_UNKNOWN);
	if (!is_read)
		*arg = (struct dtrace_usdt_arg){ .kind = DTRACE_USDT_REFUSED,
						 .size = arg->size ? arg->size : (uint8_t)word(&s),
						 .value = s.reason };
}

/* The end of an argument: a blank outside of brackets. */
static const char *end_of_arg(const char *at, const char *end)
{
	unsigned int depth = 0;

	for (; at < end && (depth || !is_blank(*at)); at++) {
		if (*at == '(' || *at == '[')
			depth++;
		else if ((*at == ')' || *at == ']') && depth)
			depth--;
	}
	return at;
}

int ldt_usdt_parse_args(const struct ldt_usdt_context *context, const char *text, size_t length,
			struct dtrace_usdt_arg *args)
{
	const char *end = text + length, *next;
	int count = 0;

	for (;;) {
		while (text < end && is_blank(*text))
			text++;
		if (text == end)
			return count;
		if (count == DTRACE_USDT_ARGS_MAX)
			return -1;
		next = end_of_arg(text, end);
		parse_arg(context, text, next, &args[count++]);
		text = next;
	}
}
