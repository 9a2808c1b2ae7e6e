/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* words/words.c - which of many names somebody may have meant who wrote another one. */
#include <string.h>
#include <strings.h>

#include <dtrace/compiler.h>

#include "words/words.h"

#define LETTERS_MAX 64

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	return DT_MIN(DT_MIN(a, b), c);
}

unsigned int ldt_similar_most(const char *name)
{
	size_t length = strlen(name);

	return length < 3 ? 0 : length < 6 ? 1 : 2;
}

unsigned int ldt_similar_distance(const char *a, const char *b, unsigned int most)
{
	unsigned int row[3][LETTERS_MAX + 1], i, j;
	size_t m = strlen(a), n = strlen(b);

	if (m > LETTERS_MAX || n > LETTERS_MAX || (m > n ? m - n : n - m) > most)
		return most + 1;
	for (j = 0; j <= n; j++)
		row[0][j] = j;
	for (i = 1; i <= m; i++) {
		unsigned int *now = row[i % 3], *before = row[(i + 2) % 3], *twice = row[(i + 1) % 3];

		now[0] = i;
		for (j = 1; j <= n; j++) {
			now[j] = least(before[j] + 1, now[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = DT_MIN(now[j], twice[j - 2] + 1);
		}
	}
	return DT_MIN(row[m % 3][n], most + 1);
}

/* How many letters two names begin with alike. */
static size_t common_start(const char *a, const char *b)
{
	size_t count = 0;

	while (a[count] && a[count] == b[count])
		count++;
	return count;
}

bool ldt_similar_nearer(const char *name, const char *a, const char *b)
{
	size_t a_start = common_start(name, a), b_start = common_start(name, b);
	bool a_same = strlen(a) == strlen(name), b_same = strlen(b) == strlen(name);

	if (a_start != b_start)
		return a_start > b_start;
	return a_same != b_same ? a_same : strcmp(a, b) < 0;
}

void ldt_nearest_begin(struct ldt_nearest *nearest, const char *name)
{
	nearest->name = name;
	nearest->most = ldt_similar_most(name);
	nearest->best = nearest->most + 1;
	nearest->found = NULL;
}

void ldt_nearest_offer(struct ldt_nearest *nearest, const char *candidate)
{
	const char *name = nearest->name;
	unsigned int now;

	if (nearest->most == 0 || strcmp(name, candidate) == 0)
		return;
	now = ldt_similar_distance(name, candidate, nearest->most);
	if (strcasecmp(name, candidate) == 0)
		now = DT_MIN(now, 1u);
	if (now < nearest->best || (now == nearest->best && nearest->found && now <= nearest->most &&
				    ldt_similar_nearer(name, candidate, nearest->found))) {
		nearest->best = now;
		nearest->found = candidate;
	}
}
