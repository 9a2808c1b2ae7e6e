/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * text.c - metrics as text.
 *
 * What OpenMetrics 1.0 (section "Metric Types") says and this follows: a counter's name has the ending _total; counters,
 * counts and buckets are never less than before, and a summary's sum is not negative, so that a family that lost something
 * becomes a gauge; a histogram has a count "if and only if" it has a sum (section "Histogram" of the text format), which a
 * distribution does not know: so it has buckets alone, and its count is the bucket +Inf.
 *
 * Sections: texts; numbers; families; the exporter's own.
 */
#include <inttypes.h>
#include <string.h>

#include "text.h"

/* ---- texts ----------------------------------------------------------------------------------- */

/* The bytes of the UTF-8 character at @text; 0: it is none. Overlong forms and surrogates are none. */
static size_t character_size(const unsigned char *text)
{
	static const struct {
		unsigned char least, most, second_least, second_most;
		size_t size;
	} forms[] = {
		{ 0x01, 0x7f, 0, 0, 1 },       { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
		{ 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (text[0] < forms[i].least || text[0] > forms[i].most)
			continue;
		if (forms[i].size > 1 && (text[1] < forms[i].second_least || text[1] > forms[i].second_most))
			return 0;
		for (size_t at = 2; at < forms[i].size; at++) {
			if ((text[at] & 0xc0) != 0x80)
				return 0;
		}
		return forms[i].size;
	}
	return 0;
}

/* Control characters, U+0080 to U+009F among them, and the separators of lines and paragraphs U+2028 and U+2029. */
static bool is_control(const unsigned char *text, size_t size)
{
	if (size == 1)
		return (text[0] < 0x20 && text[0] != '\n' && text[0] != '\t') || text[0] == 0x7f;
	if (size == 2)
		return text[0] == 0xc2 && text[1] < 0xa0;
	return size == 3 && text[0] == 0xe2 && text[1] == 0x80 && (text[2] == 0xa8 || text[2] == 0xa9);
}

size_t text_clean(char *to, const char *from)
{
	const unsigned char *at = (const unsigned char *)from;
	size_t length = 0;

	while (*at) {
		size_t size = character_size(at);

		if (size == 0 || is_control(at, size)) {
			memcpy(to + length, "\xef\xbf\xbd", 3);
			length += 3;
		} else {
			memcpy(to + length, at, size);
			length += size;
		}
		at += size ? size : 1;
	}
	to[length] = '\0';
	return length;
}

void text_fold(char *to, const char *lines)
{
	size_t end = strlen(lines);

	while (end > 0) {
		size_t start = end;

		while (start > 0 && lines[start - 1] != '\n')
			start--;
		memcpy(to, lines + start, end - start);
		to += end - start;
		end = start > 0 ? start - 1 : 0;
		if (end > 0)
			*to++ = ';';
	}
	*to = '\0';
}

/* @quotes: they are escaped, too. */
static void write_escaped(FILE *out, const char *text, bool quotes)
{
	for (; *text; text++) {
		if (*text == '\n') {
			fputs("\\n", out);
			continue;
		}
		if (*text == '\\' || (*text == '"' && quotes))
			fputc('\\', out);
		fputc(*text, out);
	}
}

/* ---- numbers --------------------------------------------------------------------------------- */

/*
 * Whole numbers: "10.0"; from 1,000,000 on with an exponent and as few digits as there are: "1.048575e+06". All digits are
 * there, more than a double holds.
 */
const char *text_bound(const struct bound *bound, char *buf, size_t size)
{
	bool is_negative = !bound->is_unsigned && bound->number < 0;
	uint64_t number = is_negative ? 0 - (uint64_t)bound->number : (uint64_t)bound->number;
	char digits[24];
	int length, used;

	if (bound->is_last)
		return "+Inf";
	used = length = snprintf(digits, sizeof(digits), "%" PRIu64, number);
	if (length < 7) {
		snprintf(buf, size, "%s%s.0", is_negative ? "-" : "", digits);
		return buf;
	}
	while (used > 1 && digits[used - 1] == '0')
		used--;
	snprintf(buf, size, "%s%c%s%.*se+%02d", is_negative ? "-" : "", digits[0], used > 1 ? "." : "", used - 1,
		 digits + 1, length - 1);
	return buf;
}

/* ---- families -------------------------------------------------------------------------------- */

/* What a block of lines is written with. */
struct writer {
	FILE *out;
	enum format format;
	const struct metrics *metrics;
};

/*
 * HELP and TYPE. @ending: of the lines that follow; OpenMetrics leaves it out where the type says it.
 */
static void describe(const struct writer *writer, const char *name, const char *ending, const char *type,
		     const char *help, const char *note)
{
	bool is_implied = strcmp(type, "counter") == 0 || strcmp(type, "info") == 0;
	const char *shown = writer->format == FORMAT_OPENMETRICS && is_implied ? "" : ending;

	if (writer->format == FORMAT_PROMETHEUS && strcmp(type, "info") == 0)
		type = "gauge";
	fprintf(writer->out, "# HELP %s%s ", name, shown);
	write_escaped(writer->out, help, writer->format == FORMAT_OPENMETRICS);
	fprintf(writer->out, "%s\n# TYPE %s%s %s\n", note, name, shown, type);
}

/* Name, ending and labels; @le: NULL or the bound of a bucket. */
static void write_name(FILE *out, const struct family *family, const char *ending, const struct series *series,
		       const char *le)
{
	const char *value = series->labels;
	const char *before = "{";

	fprintf(out, "%s%s", family->name, ending);
	for (size_t i = 0; i < family->label_count; i++) {
		fprintf(out, "%s%s=\"", before, family->labels[i]);
		write_escaped(out, value, true);
		fputc('"', out);
		value += strlen(value) + 1;
		before = ",";
	}
	if (le)
		fprintf(out, "%sle=\"%s\"", before, le);
	fputs(le || family->label_count ? "} " : " ", out);
}

/* One word of each series. */
static void write_words(FILE *out, const struct family *family, const char *ending, size_t word, bool is_signed)
{
	for (const struct series *series = family->first; series; series = series->next) {
		write_name(out, family, ending, series, NULL);
		if (is_signed)
			fprintf(out, "%" PRId64 "\n", (int64_t)series->words[word]);
		else
			fprintf(out, "%" PRIu64 "\n", series->words[word]);
	}
}

static void write_counter(const struct writer *writer, const struct family *family)
{
	const char *ending = family->went_down ? "" : "_total";

	describe(writer, family->name, ending, family->went_down ? "gauge" : "counter", family->help,
		 family->went_down ? " (a gauge, because it has gone down)" : "");
	write_words(writer->out, family, ending, 0, family->went_down);
}

/* Count and sum: a summary; where the sum has gone down, two gauges of the same names. */
static void write_summary(const struct writer *writer, const struct family *family)
{
	if (family->went_down) {
		describe(writer, family->name, "_count", "gauge", family->help, " (number of values)");
		write_words(writer->out, family, "_count", 0, false);
		describe(writer, family->name, "_sum", "gauge", family->help,
			 " (sum of values: a gauge, because it has gone down)");
		write_words(writer->out, family, "_sum", 1, true);
		return;
	}
	describe(writer, family->name, "", "summary", family->help, "");
	for (const struct series *series = family->first; series; series = series->next) {
		write_name(writer->out, family, "_count", series, NULL);
		fprintf(writer->out, "%" PRIu64 "\n", series->words[0]);
		write_name(writer->out, family, "_sum", series, NULL);
		fprintf(writer->out, "%" PRId64 "\n", (int64_t)series->words[1]);
	}
}

static void write_gauge(const struct writer *writer, const struct family *family)
{
	describe(writer, family->name, "", "gauge", family->help, "");
	if (family->function != DTRACEAGG_STDDEV) {
		write_words(writer->out, family, "", 0, true);
		return;
	}
	for (const struct series *series = family->first; series; series = series->next) {
		write_name(writer->out, family, "", series, NULL);
		fprintf(writer->out, "%.15g\n", series_deviation(series));
	}
}

/* A bucket counts all that is not greater than its bound, so that bounds may be left out: their counts are in the next. */
static void write_buckets(FILE *out, const struct family *family, const struct series *series)
{
	uint64_t count = 0;
	char text[32];

	for (size_t i = 0; i < family->word_count; i++) {
		const struct bound *bound = &family->bounds[i];

		count += series->words[i];
		if (!bound->is_last && !bound->is_unsigned && bound->number < -1 && !family->all_bounds)
			continue;
		write_name(out, family, "_bucket", series, text_bound(bound, text, sizeof(text)));
		fprintf(out, family->went_down ? "%" PRId64 "\n" : "%" PRIu64 "\n", count);
	}
}

static void write_histogram(const struct writer *writer, const struct family *family)
{
	if (family->went_down) /* a gaugehistogram has no negative buckets either */
		describe(writer, family->name, "_bucket", "gauge", family->help,
			 " (gauges, because a bucket has gone down)");
	else
		describe(writer, family->name, "", "histogram", family->help, "");
	for (const struct series *series = family->first; series; series = series->next)
		write_buckets(writer->out, family, series);
}

static void write_family(const struct writer *writer, const struct family *family)
{
	switch (family->kind) {
	case KIND_COUNTER:
		write_counter(writer, family);
		break;
	case KIND_SUMMARY:
		write_summary(writer, family);
		break;
	case KIND_GAUGE:
		write_gauge(writer, family);
		break;
	case KIND_HISTOGRAM:
		write_histogram(writer, family);
		break;
	}
}

/* ---- the exporter's own ---------------------------------------------------------------------- */

#define OWN "anytrace_export"

static void write_own_counter(const struct writer *writer, const char *name, const char *help, uint64_t value)
{
	describe(writer, name, "_total", "counter", help, "");
	fprintf(writer->out, "%s_total %" PRIu64 "\n", name, value);
}

static void write_info(const struct writer *writer, const struct own *own)
{
	describe(writer, OWN, "_info", "info", "The program that is exported, and what traces it.", "");
	fprintf(writer->out, OWN "_info{program=\"");
	write_escaped(writer->out, own->name, true);
	fprintf(writer->out, "\",engine=\"%s\",version=\"%s\"} 1\n", own->engine, own->version);
	describe(writer, OWN "_start_time_seconds", "", "gauge", "When tracing began, in seconds since 1970.", "");
	fprintf(writer->out, OWN "_start_time_seconds %.3f\n", own->start_time);
	describe(writer, OWN "_probes", "", "gauge", "Probes of the program: traced, and refused.", "");
	fprintf(writer->out,
		OWN "_probes{state=\"traced\"} %" PRIu64 "\n" OWN "_probes{state=\"refused\"} %" PRIu64 "\n",
		own->probes, own->refused);
}

static void write_losses(const struct writer *writer, const struct own *own)
{
	describe(writer, OWN "_drops", "_total", "counter", "What dtrace has lost, by kind.", "");
	for (unsigned int kind = 0; kind < DROP_KINDS; kind++)
		fprintf(writer->out, OWN "_drops_total{kind=\"%s\"} %" PRIu64 "\n",
			dtrace_dropname((dtrace_dropkind_t)kind), own->drops[kind]);
	write_own_counter(writer, OWN "_errors", "Faults of the program: the clause ended there.", own->errors);
	write_own_counter(writer, OWN "_left_out",
			  "Additions to the series \"" LEFT_OUT "\", because there were too many.",
			  writer->metrics->left_out);
	describe(writer, OWN "_samples", "", "gauge",
		 "Lines of the program's series, without those of \"" LEFT_OUT "\".", "");
	fprintf(writer->out, OWN "_samples %zu\n", writer->metrics->samples);
}

static void write_restarts(const struct writer *writer, const struct own *own)
{
	describe(writer, OWN "_restarts", "_total", "counter",
		 "Restarts since the state file was made; after an unclean end, counts since the last save are lost.",
		 "");
	fprintf(writer->out,
		OWN "_restarts_total{end=\"clean\"} %" PRIu64 "\n" OWN "_restarts_total{end=\"unclean\"} %" PRIu64 "\n",
		own->clean_restarts, own->unclean_restarts);
	describe(writer, OWN "_untraced_seconds", "_total", "counter",
		 "Time between the last save before each restart and tracing again: nothing of it is counted.", "");
	fprintf(writer->out, OWN "_untraced_seconds_total %.3f\n", own->untraced);
	write_own_counter(writer, OWN "_forgotten",
			  "Series of the state file that the program has no place for any more.", own->forgotten);
	write_own_counter(writer, OWN "_save_failures", "Times that the state file could not be written, in this run.",
			  own->save_failures);
}

void text_write(FILE *out, enum format format, const struct metrics *metrics, const struct own *own)
{
	struct writer writer = { out, format, metrics };

	for (const struct family *family = metrics->first; family; family = family->next)
		write_family(&writer, family);
	write_info(&writer, own);
	write_losses(&writer, own);
	write_restarts(&writer, own);
	if (format == FORMAT_OPENMETRICS)
		fputs("# EOF\n", out);
}
