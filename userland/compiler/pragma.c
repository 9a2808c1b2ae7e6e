/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/pragma.c - lines that begin with #: #pragma D attributes, binding, depends_on, option; #error, #ident. */
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "compiler/compilation.h"
#include "compiler/ident.h"
#include "compiler/lexer.h"
#include "compiler/pragma.h"
#include "compiler/program_build.h"
#include "compiler/provider.h"
#include "compiler/session.h"
#include "engine/engine.h"

#define WORDS_MAX 16

struct words {
	char *word[WORDS_MAX];
	const char *at[WORDS_MAX]; /* in the text */
	unsigned int count;
};

/* Split at blanks; "text" in quotes is one word without them. */
static void split(struct ldt_comp *c, const char *text, size_t length, struct words *words)
{
	const char *p = text, *end = text + length;

	words->count = 0;
	for (;;) {
		const char *start;

		while (p < end && isspace((unsigned char)*p))
			p++;
		if (p < end - 1 && p[0] == '/' && p[1] == '*') {
			const char *close = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);

			p = close ? close + 2 : end;
			continue;
		}
		if (p >= end)
			return;
		if (words->count == WORDS_MAX)
			return; /* a long #error or #ident; no form of #pragma D has that many */
		start = p;
		if (*p == '"') {
			for (start = ++p; p < end && *p != '"'; p++)
				;
			words->at[words->count] = start;
			words->word[words->count++] = ldt_arena_strndup(c->arena, start, (size_t)(p - start));
			p += p < end;
			continue;
		}
		while (p < end && !isspace((unsigned char)*p))
			p++;
		words->at[words->count] = start;
		words->word[words->count++] = ldt_arena_strndup(c->arena, start, (size_t)(p - start));
	}
}

/* The place of @skip bytes into a word of the line at @pos. */
static struct ldt_pos word_pos(const struct ldt_pos *pos, const struct words *words, unsigned int index, size_t skip)
{
	struct ldt_pos place = *pos;
	ptrdiff_t distance = words->at[index] + skip - pos->at;

	place.at += distance;
	place.column += (int)distance;
	return place;
}

/* Options that a program cannot set in its text: they take effect before it is read. */
static bool is_start_option(const char *name)
{
	return !strcmp(name, "ldpath") || !strcmp(name, "setenv") || !strcmp(name, "unsetenv");
}

static void pragma_option(struct ldt_comp *c, const struct ldt_pos *pos, const struct words *words)
{
	struct ldt_pos at;
	char *name, *value;

	if (words->count < 4)
		ldt_error(c, D_PRAGMA_MALFORM, pos, "expected an option: #pragma D option name[=value]");
	at = word_pos(pos, words, words->count > 4 ? 4 : 3, 0);
	if (words->count > 4)
		ldt_error(c, D_PRAGMA_MALFORM, &at, "expected one option, found '%s' after it", words->word[4]);
	name = words->word[3];
	value = strchr(name, '=');
	if (value)
		*value++ = '\0';
	if (!c->in_library && is_start_option(name))
		ldt_error(c, D_PRAGMA_OPTSET, &at,
			  "failed to set option '%s': it is about processes that dtrace starts, and only possible as "
			  "-x %s",
			  name, name);
	if (dtrace_setopt(c->dtp, name, value)) {
		const char *why = dtrace_errmsg(c->dtp, dtrace_errno(c->dtp));

		if (value && dtrace_errno(c->dtp) != EDT_BADOPTNAME)
			at = word_pos(pos, words, 3, (size_t)(value - name));
		ldt_error(c, D_PRAGMA_OPTSET, &at, "failed to set option '%s'%s%s: %s", name, value ? " to " : "",
			  value ? value : "", ldt_arena_strdup(c->arena, why));
	}
	ldt_types_set_string_size(c->types, (uint32_t)ldt_string_size(c->dtp));
}

/* Which of a provider's attributes a word names: a number from 1, 0 for none. */
static unsigned int attribute_part(const char *word)
{
	static const char *const parts[] = { "provider", "module", "function", "name", "args" };
	unsigned int i;

	for (i = 0; i < DT_ARRAY_SIZE(parts); i++)
		if (!strcmp(word, parts[i]))
			return i + 1;
	return 0;
}

/* Attributes of a provider: "provider NAME part", also "part provider NAME", "part NAME". */
static void provider_attributes(struct ldt_comp *c, const struct ldt_pos *pos, const struct words *words,
				struct dtrace_attribute attr)
{
	char *const *word = &words->word[4];
	unsigned int count = words->count - 4, part = attribute_part(word[0]);
	const char *name = count > 1 ? word[1] : "";
	struct dtrace_attribute *set;
	struct dtrace_pattr *known;

	if (count == 3 && !strcmp(word[0], "provider") && attribute_part(word[2]))
		part = attribute_part(word[2]);
	else if (count == 3 && !strcmp(word[1], "provider"))
		name = word[2];
	else if (count != 2)
		ldt_error(c, D_PRAGMA_MALFORM, pos,
			  "expected #pragma D attributes %s provider NAME provider|module|function|name|args",
			  words->word[3]);
	known = ldt_provider_declare(c, name, false);
	if (!known)
		ldt_error(c, D_PRAGMA_SCOPE, pos, "cannot set attributes of provider '%s': no such provider", name);
	set = part == 1   ? &known->provider
	      : part == 2 ? &known->module
	      : part == 3 ? &known->function
	      : part == 4 ? &known->name
			  : &known->args;
	*set = attr;
}

static void pragma_attributes(struct ldt_comp *c, const struct ldt_pos *pos, const struct words *words)
{
	struct dtrace_attribute attr;
	struct ldt_ident *ident;
	const char *what;

	if (words->count < 5)
		ldt_error(c, D_PRAGMA_MALFORM, pos, "expected #pragma D attributes name/data/class what [provider]");
	if (dtrace_str2attr(words->word[3], &attr))
		ldt_error(c, D_PRAGMA_MALFORM, pos,
			  "invalid attributes '%s': expected name/data/class, as Stable/Stable/Common", words->word[3]);
	what = words->word[4];
	if (attribute_part(what)) {
		provider_attributes(c, pos, words, attr);
		return;
	}
	if (words->count > 5)
		ldt_error(c, D_PRAGMA_MALFORM, pos, "expected one name, found '%s' after it", words->word[5]);
	if (!strcmp(what, "program")) {
		c->output->program_attr = attr;
		return;
	}
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, what);
	if (!ident)
		ldt_error(c, D_PRAGMA_SCOPE, pos, "cannot set attributes of '%s': no such name", what);
	ident->attr = attr;
	ident->flags |= LDT_IDENT_ATTR;
}

static void pragma_binding(struct ldt_comp *c, const struct ldt_pos *pos, const struct words *words)
{
	unsigned int major = 0, minor = 0, micro = 0;
	struct ldt_ident *ident;

	if (words->count != 5)
		ldt_error(c, D_PRAGMA_MALFORM, pos, "expected #pragma D binding \"version\" name");
	if (sscanf(words->word[3], "%u.%u.%u", &major, &minor, &micro) < 2)
		ldt_error(c, D_PRAGMA_MALFORM, pos, "invalid version '%s': expected a form like 1.2 or 1.2.1",
			  words->word[3]);
	ident = ldt_ident_find(c, LDT_SCOPE_GLOBAL, words->word[4]);
	if (!ident)
		ldt_error(c, D_PRAGMA_SCOPE, pos, "cannot bind '%s': no such name", words->word[4]);
	ident->since = major << 24 | minor << 12 | micro;
}

static bool provider_exists(struct ldt_comp *c, const char *name)
{
	struct dtrace_providerdesc desc;

	if (!c->dtp->engine)
		return true;
	memset(&desc, 0, sizeof(desc));
	snprintf(desc.name, sizeof(desc.name), "%s", name);
	return ldt_ioctl(c->dtp, DTRACEIOC_PROVIDER, &desc) == 0;
}

/* The kernel itself, or what it has loaded or built in. */
static bool module_exists(struct ldt_comp *c, const char *name)
{
	if (!strcmp(name, "vmlinux"))
		return true;
	return *name && *name != '.' && !strchr(name, '/') &&
	       access(ldt_arena_printf(c->arena, "/sys/module/%s", name), F_OK) == 0;
}

static void pragma_depends(struct ldt_comp *c, const struct ldt_pos *pos, const struct words *words)
{
	const char *class;
	bool found;

	if (words->count != 5)
		ldt_error(c, D_PRAGMA_MALFORM, pos, "expected #pragma D depends_on provider|module|library name");
	class = words->word[3];
	if (!strcmp(class, "library") && !c->in_library)
		ldt_error(c, D_PRAGMA_DEPEND, pos,
			  "a program cannot depend on a library: all libraries are there before it is read");
	if (!strcmp(class, "provider"))
		found = provider_exists(c, words->word[4]);
	else if (!strcmp(class, "library"))
		found = ldt_map_get(&c->cc->libs, words->word[4]) != NULL;
	else if (!strcmp(class, "module"))
		found = module_exists(c, words->word[4]);
	else
		ldt_error(c, D_PRAGMA_INVAL, pos,
			  "invalid class '%s' in #pragma D depends_on: expected provider, module or library", class);
	if (!found)
		ldt_error(c, D_PRAGMA_DEPEND, pos, "program requires %s %s, which is not there", class, words->word[4]);
}

static void error_line(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length)
{
	const char *message = memmem(text, length, "error", 5);

	message += 5;
	length -= (size_t)(message - text);
	while (length && isspace((unsigned char)*message)) {
		message++;
		length--;
	}
	ldt_error(c, D_PRAGERR, pos, "#error: %.*s", (int)length, message);
}

static void pragma_d(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length,
		     const struct words *words)
{
	if (words->count < 3)
		ldt_error(c, D_PRAGMA_MALFORM, pos,
			  "expected attributes, binding, depends_on or option after #pragma D");
	if (!strcmp(words->word[2], "option"))
		pragma_option(c, pos, words);
	else if (!strcmp(words->word[2], "attributes"))
		pragma_attributes(c, pos, words);
	else if (!strcmp(words->word[2], "binding"))
		pragma_binding(c, pos, words);
	else if (!strcmp(words->word[2], "depends_on"))
		pragma_depends(c, pos, words);
	else if (!strcmp(words->word[2], "error"))
		error_line(c, pos, text, length);
	else
		ldt_error(c, D_PRAGMA_INVAL, pos,
			  "invalid pragma '%s': expected attributes, binding, depends_on or option", words->word[2]);
}

static void pragma(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length,
		   const struct words *words)
{
	if (words->count < 2)
		return;
	if (!strcmp(words->word[1], "D"))
		pragma_d(c, pos, text, length, words);
	else if (!strcmp(words->word[1], "error"))
		error_line(c, pos, text, length);
	else if (strcmp(words->word[1], "ident") && strcmp(words->word[1], "line"))
		ldt_error(c, D_PRAGMA_UNUSED, pos, "unknown pragma '%s': expected D, error, ident or line",
			  words->word[1]);
}

static bool is_preprocessor_word(const char *word)
{
	static const char *const words[] = { "include", "define", "undef", "if",   "ifdef",
					     "ifndef",  "elif",   "else",  "endif" };

	for (size_t i = 0; i < DT_ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i]))
			return true;
	}
	return false;
}

void ldt_read_directive(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length)
{
	struct words words;

	split(c, text, length, &words);
	if (!words.count)
		return;
	if (!strcmp(words.word[0], "pragma"))
		pragma(c, pos, text, length, &words);
	else if (!strcmp(words.word[0], "error"))
		error_line(c, pos, text, length);
	else if (words.word[0][0] == '!' && pos->line != 1)
		ldt_error(c, D_PRAGCTL_INVAL, pos, "invalid control directive: #! can only be on the first line");
	else if ((c->flags & DTRACE_C_USDT) && !is_preprocessor_word(words.word[0]))
		return; /* builds have such lines as comments in definitions of providers */
	else if (strcmp(words.word[0], "ident") && words.word[0][0] != '!')
		ldt_error(c, D_PRAGCTL_INVAL, pos, "invalid control directive: #%s (preprocessor directives need -C)",
			  words.word[0]);
}
