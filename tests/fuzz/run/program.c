/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program.c - D programs from bytes: expressions of three kinds (numbers, strings, addresses),
 * statements, clauses.
 */
#include "program.h"

#define DEPTH_MAX   5
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

struct writer {
	FILE *out;
	const uint8_t *at, *end;
	unsigned int depth;
};

/*
 * Productions: text, in which %i %s %p are replaced by an expression that is a number, a string, an
 * address, %n by a constant. The first of each list are the ones for the end of the input and for
 * the greatest depth.
 */
static const char *const numbers[] = {
	"%n",
	"g",
	"u8",
	"this->t",
	"self->n",
	"pid",
	"A",
	"bits.b",
	"timestamp",
	"arg0",
	"(%i + %i)",
	"(%i - %i)",
	"(%i * %i)",
	"(%i / %i)",
	"(%i % %i)",
	"(%i << %i)",
	"(%i >> %i)",
	"(%i & %i)",
	"(%i ^ %i)",
	"(%i && %i)",
	"(%i || %i)",
	"(%i ^^ %i)",
	"(%i < %i)",
	"(%i == %i)",
	"(%s < %s)",
	"(%s == %s)",
	"(%p == NULL)",
	"(%i ? %i : %i)",
	"(-%i)",
	"(~%i)",
	"(!%i)",
	"((char)%i)",
	"((unsigned short)%i)",
	"((uint64_t)%i)",
	"((long)%p)",
	"(g = %i)",
	"(g += %i)",
	"(u8 -= %i)",
	"(u8++)",
	"(--g)",
	"(bits.c = %i)",
	"array[%i & 7]",
	"(array[%i & 7] = %i)",
	"array[%i]",
	"assoc[%i, %s]",
	"(assoc[%i, %s] = %i)",
	"self->m[%i]",
	"(self->m[%i] = %i)",
	"matrix[%i & 1][%i & 3]",
	"strlen(%s)",
	"index(%s, %s)",
	"index(%s, %s, %i)",
	"rindex(%s, %s, %i)",
	"strtoll(%s)",
	"strtoll(%s, %n)",
	"rand()",
	"progenyof(%i)",
	"htons(%i)",
	"ntohll(%i)",
	"getmajor(%i)",
	"speculation()",
	"*(char *)%p",
	"*(int *)%p",
	"*(uint64_t *)%p",
	"(*(int *)%p = %i)",
	"((struct s *)%p)->b",
	"((struct s *)%p)->bits2",
	"(((struct s *)%p)->a = %i)",
	"(((struct s *)%p)->bits1 = %i)",
	"sv.a",
	"(sv.in.q = %i)",
	"twice[%i]",
	"xlate <struct out>((int)%i).o",
	"sizeof(%s)",
	"arg1",
	"errno",
	"stackdepth",
	"ustackdepth",
	"walltimestamp",
	"uregs[%i]",
};

static const char *const strings[] = {
	"\"\"",
	"\"abc\"",
	"text",
	"self->w",
	"execname",
	"probename",
	"names[%i]",
	"strjoin(%s, %s)",
	"substr(%s, %i)",
	"substr(%s, %i, %i)",
	"lltostr(%i)",
	"lltostr(%i, %n)",
	"basename(%s)",
	"dirname(%s)",
	"cleanpath(%s)",
	"toupper(%s)",
	"tolower(%s)",
	"strchr(%s, %i)",
	"strrchr(%s, %i)",
	"strstr(%s, %s)",
	"strtok(%s, %s)",
	"strtok(NULL, %s)",
	"json(%s, %s)",
	"json(\"{\\\"a\\\":[1,{\\\"b\\\":\\\"c\\\"}]}\", %s)",
	"\"a[1].b\"",
	"\"/a/../b//c/./d/\"",
	"stringof(%p)",
	"stringof(%s)",
	"copyinstr(%i)",
	"copyinstr(%i, %i)",
	"(%i ? %s : %s)",
	"(text = %s)",
	"(self->w = %s)",
	"(names[%i] = %s)",
	"inet_ntop(%n, %p)",
	"inet_ntoa((ipaddr_t *)%p)",
	"inet_ntoa6((struct in6_addr *)%p)",
	"link_ntop(%n, %p)",
	"(%s + %i)",
	"sv.name",
	"execargs",
};

static const char *const addresses[] = {
	"(void *)NULL",
	"pointer",
	"(void *)array",
	"alloca(%i & 63)",
	"alloca(%i)",
	"copyin(%i, %i & 63)",
	"copyin((uintptr_t)%p, %i)",
	"(void *)%i",
	"(void *)((char *)%p + %i)",
	"(void *)((struct s *)%p + %i)",
	"(pointer = %p)",
	"(void *)curthread",
	"(void *)&((struct s *)%p)->name[%i & 7]",
	"(%i ? %p : %p)",
	"(void *)%s",
	"self->p",
	"(self->p = %p)",
};

/* Every aggregating function, called with what it takes. */
#define TAKES_NOTHING(name)    "@" name "[%i, %s] = " name "()"
#define TAKES_VALUE(name)      "@" name "[%s] = " name "(%i)"
#define TAKES_WEIGHTED(name)   "@" name "[%s] = " name "(%i)", "@" name "[%s] = " name "(%i, %i)"
#define TAKES_LINEAR(name)     "@" name " = " name "(%i, -10, 100, 7)", "@" name " = " name "(%i, -10, 100, 7, %i)"
#define TAKES_LOG_LINEAR(name) "@" name " = " name "(%i, 10, 0, 6, 20)", "@" name " = " name "(%i, 10, 0, 6, 20, %i)"

static const char *const statements[] = {
	"trace(%i)",
	"%i",
	"%s",
	"trace(%s)",
	"trace(%p)",
	"trace(sv)",
	"trace(array)",
	"printf(\"%%d %%s\\n\", %i, %s)",
	"printf(\"%%x %%p %%c %%S\\n\", %i, %p, (char)%i, %s)",
	"printf(\"%%*d %%.*s\\n\", (int)%i & 63, %i, (int)%i & 63, %s)",
	"printf(\"%%Y %%a %%A %%k\\n\", %i, %p, %p, stack())",
	"printa(@count)",
	"printa(\"%%d %%s %%@d\\n\", @count)",
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) TAKES_##takes(name),
#include "../../../spec/agg.def"
	"@stacks[stack(3), ustack(2), sym((uintptr_t)%p)] = count()",
	"clear(@count)",
	"trunc(@quantize, %i)",
	"trunc(@min)",
	"normalize(@sum, %i)",
	"denormalize(@sum)",
	"tracemem(%p, 16)",
	"tracemem(%p, 64, %i)",
	"tracemem(%s, 32)",
	"stack(3)",
	"ustack(5, 64)",
	"usym(%i)",
	"bcopy(%p, alloca(32), %i)",
	"bcopy(%p, %p, %i & 15)",
	"copyinto(%i, %i & 31, alloca(32))",
	"speculate(%i & 3)",
	"commit(%i & 3)",
	"discard(%i & 3)",
	"self->n = 0",
	"self->w = 0",
	"self->m[%i] = 0",
	"assoc[%i, %s] = 0",
	"names[%i] = 0",
	"sv = sv",
	"setopt(%s, %s)",
	"uaddr(%i)",
	"mod(%i)",
	"print(%i)",
	"print(sv)",
	"exit(%i)",
};

static const char *const constants[] = {
	"1",
	"0",
	"2",
	"5",
	"10",
	"16",
	"36",
	"64",
	"-1",
	"2147483647",
	"2147483648",
	"4294967295",
	"0x7fffffffffffffff",
	"0xffffffffffffffff",
	"'a'",
	"256",
	"255",
	"65536",
	"-2147483647",
	"31",
	"32",
	"63",
};

static const char prelude[] =
	"struct s { int a; char b; struct { short q; } in; char name[8]; unsigned bits1 : 3; int bits2 : 7; long l; "
	"};\n"
	"struct out { int o; };\n"
	"translator struct out < int i > { o = i + 1; };\n"
	"enum e { A = 3, B };\n"
	"inline int twice[int x] = x * 2;\n"
	"int64_t g; unsigned char u8; string text; void *pointer; struct s sv; int array[8]; int matrix[2][4];\n"
	"struct { int a : 3; unsigned b : 5; int c : 11; } bits;\n"
	"int assoc[int, string]; string names[int];\n"
	"self int n; self string w; self int m[int]; self void *p; this long t;\n"
	"BEGIN { this->t = 1; @count[1, \"a\"] = count(); @sum[\"a\"] = sum(1); @min[\"a\"] = min(1); @quantize[\"a\"] "
	"= "
	"quantize(1); }\n";

static unsigned int choice(struct writer *writer, size_t count)
{
	unsigned int byte = writer->at < writer->end ? *writer->at++ : 0;

	return (unsigned int)(byte % count);
}

static void write_text(struct writer *writer, const char *text);

static void write_one(struct writer *writer, const char *const *list, size_t count, size_t leaves)
{
	writer->depth++;
	write_text(writer, list[choice(writer, writer->depth > DEPTH_MAX ? leaves : count)]);
	writer->depth--;
}

static void write_text(struct writer *writer, const char *text)
{
	for (; *text; text++) {
		if (*text != '%') {
			fputc(*text, writer->out);
			continue;
		}
		switch (text[1]) {
		case 'i':
			write_one(writer, numbers, COUNT(numbers), 10);
			break;
		case 's':
			write_one(writer, strings, COUNT(strings), 6);
			break;
		case 'p':
			write_one(writer, addresses, COUNT(addresses), 3);
			break;
		case 'n':
			fputs(constants[choice(writer, COUNT(constants))], writer->out);
			break;
		case '%':
			fputc('%', writer->out);
			break;
		default:
			fputc('%', writer->out);
			continue;
		}
		text++;
	}
}

static void write_statement(struct writer *writer)
{
	unsigned int kind = choice(writer, 16);

	if (kind == 1 && writer->depth < 2) {
		writer->depth++;
		write_text(writer, "if (%i) { ");
		write_statement(writer);
		fputs("} else { ", writer->out);
		write_statement(writer);
		fputs("} ", writer->out);
		writer->depth--;
		return;
	}
	write_text(writer, statements[choice(writer, COUNT(statements))]);
	fputs("; ", writer->out);
}

void program_write(FILE *out, const uint8_t *data, size_t size)
{
	struct writer writer = { out, data, data + size, 0 };
	unsigned int clauses = 1 + choice(&writer, 4), i, j;

	fputs(prelude, out);
	for (i = 0; i < clauses; i++) {
		unsigned int count = 1 + choice(&writer, 3);

		fputs(choice(&writer, 8) == 1 ? "ERROR\n" : "BEGIN\n", out);
		if (choice(&writer, 4) == 1)
			write_text(&writer, "/%i/\n");
		fputs("{ this->t = 1; ", out);
		for (j = 0; j < count; j++)
			write_statement(&writer);
		fputs("}\n", out);
	}
	fputs("BEGIN { exit(0); }\n", out);
}
