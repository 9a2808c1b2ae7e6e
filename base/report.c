/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* report.c - see report.h. */
#include "base/report.h"

#include <stdarg.h>

#include "base/line.h"
#include "base/memory.h"

void dt_report_next(struct dt_report *report)
{
	report->done = report->full = false;
	report->place = 0;
	dt_memset(report->sums, 0, sizeof(report->sums));
}

void dt_report_begin(struct dt_report *report)
{
	report->full = false;
	report->begin_used = report->used;
	dt_memcpy(report->begin_sums, report->sums, sizeof(report->sums));
}

bool dt_report_end(struct dt_report *report)
{
	if (!report->full)
		return true;
	report->used = report->begin_used;
	dt_memcpy(report->sums, report->begin_sums, sizeof(report->sums));
	return false;
}

/* A line that is as long as its room may have been cut: it counts as too long. */
void dt_report_line(struct dt_report *report, const char *fmt, ...)
{
	size_t room = report->room - report->used;
	struct dt_line line;
	va_list args;

	if (room < 2)
		report->full = true;
	if (report->full)
		return;
	dt_line_init(&line, report->text + report->used, room);
	va_start(args, fmt);
	dt_line_addv(&line, fmt, args);
	va_end(args);
	if (line.used + 1 >= room) {
		report->full = true;
		return;
	}
	report->text[report->used + line.used] = '\n';
	report->used += line.used + 1;
}
