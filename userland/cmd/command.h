/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* command.h - the command dtrace(8): what the command line said, and the parts that act on it. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <dtrace.h>

#include "settings/settings.h"

#define EXIT_ERROR 1
#define EXIT_USAGE 2

enum mode {
	MODE_RUN,
	MODE_LIST,
	MODE_VERSION,
	MODE_HELP,
	MODE_ANONYMOUS,
	MODE_SELFTEST,
	MODE_HEADER,
	MODE_OBJECT,
	MODE_TOOLS,
	MODE_EXAMPLES,
	MODE_DONE
};

/* One -P, -m, -f, -n, -i or -s. */
struct clause {
	dtrace_probespec_t spec; /* DTRACE_PROBESPEC_NONE: a script */
	const char *text;        /* the argument */
	dtrace_prog_t *prog;
	dtrace_proginfo_t info;
	const char *what; /* "description" or "script" */
	bool own;         /* the command's: script arguments are not for it */
	char *name;       /* for messages: the text up to its predicate or actions */
};

/* One -c or -p. */
struct target {
	const char *text; /* the argument */
	bool is_command;
	struct ps_prochandle *proc;
};

struct command {
	enum mode mode;
	unsigned int flags; /* DTRACE_C_* */
	bool no_exec, verbose;
	bool claim; /* -a */
	bool raw;   /* -B: bytes of records instead of what they mean */
	int model;  /* 32, 64; 0: not given */
	struct target *targets;
	size_t target_count, live; /* live: how many of them have not ended */
	const char *output_name;
	const char *report_name; /* --report; NULL: none */
	char **words;            /* the command line */
	int word_count;
	struct clause *clauses;
	size_t clause_count;
	struct settings settings; /* -x, and letters that stand for one */
	char **args;              /* script arguments, [0] is the name of the command or script */
	int arg_count;
	const char *topic;          /* of --examples and --list-tools; NULL: all */
	char *tool_path;            /* --tool: the script, owned */
	char *tool_name;            /* owned */
	bool tool_wants_process;    /* by its usage */
	int tool_seconds, tool_top; /* its -d (0: none) and -t */
	char tool_end[64];          /* the clause that ends it */

	dtrace_hdl_t *dtp;
	FILE *out;                 /* NULL until output_open() */
	bool output_lost;          /* a write failed, and that was said */
	bool quiet, flow, testing; /* options as they are now; _DTRACE_TESTING */
	bool structured;           /* the output is not text: -x oformat */
	bool flow_time;            /* -x flowtime */
	bool headed;               /* the header line is out */
	bool host_noted;           /* the user knows that this is not the kernel */
	int status;                /* of the process */
	uint64_t armed;            /* probes of all clauses */
};

/*
 * signals.c: the handle is woken when a signal comes that wants tracing to end, until it is forgotten. What waits in a
 * system call (for a script in a pipe) is interrupted; from signals_keep_output() on, when tracing or a listing begins, it
 * is not: of a write that is interrupted stdio throws away the bytes.
 */
void signals_catch(dtrace_hdl_t *dtp);
void signals_keep_output(void);
void signals_forget(void);
extern volatile sig_atomic_t interrupts; /* how many came */

/* dtrace.c: command_option_is_set - whether an option of -x has a value, from wherever it was set. */
bool command_option_is_set(struct command *command, const char *option);

/* args.c: 0, or an exit status after the message was printed. */
int command_parse(struct command *command, int argc, char **argv);
void command_fini(struct command *command);
void command_usage(FILE *out);
void command_add_clause(struct command *command, dtrace_probespec_t spec, const char *text);
/*
 * command_long_is - whether @word is the option @option, which begins with two hyphens, with or without "=value".
 * command_long_value - its value, after the equals sign or in the next word: *index moves then; NULL: there is none.
 */
bool command_long_is(const char *option, const char *word);
char *command_long_value(const char *option, int argc, char **argv, int *index);
/* @value NULL: "name=value" or "name" as given to -x */
void command_add_setting(struct command *command, const char *name, const char *value);
void command_add_arg(struct command *command, char *arg);
void command_add_target(struct command *command, const char *text, bool is_command);

/*
 * tool.c: --tool FILE: a script that is a command of its own (tool.h). tool_parse - its command line, argv[1]
 * is --tool or --tool=FILE; 0, or an exit status after the message was printed; help was printed where the
 * mode is MODE_DONE then. tool_compile - what its options are for the script; before the clauses are
 * compiled, after the process is there; 0, or an exit status. command_tools - --list-tools: those that have
 * @topic in their name or question, NULL: all; an exit status.
 */
int tool_parse(struct command *command, int argc, char **argv);
int tool_compile(struct command *command);
int command_tools(const char *topic);

/*
 * examples.c: --examples - prints the examples that have @topic in their names or question, or else in their command;
 * NULL: lists the topics. An exit status, after the message was printed.
 */
int command_examples(const char *topic);

/* message.c: to standard error, after what was printed before. */
void say(struct command *command, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* "dtrace: ...\n" */
/* the same unless quiet */
void notice(struct command *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* ": " and the library's error */
void say_error(struct command *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * host.c: where the kernel is not traced. note_host, notice_host - one of them, once: what the host engine lacks, and how
 * to get it, when a program asks for more; that a program runs on it, unless quiet. A program whose probes see this command
 * alone, or nothing, is told with quiet, too. note_error, note_missing - note_host after an error of a clause, or of
 * a program without a probe, unless the description that matches nothing is of a process; is_of_process - whether what
 * begins at @text is such a one. tool_misses_kernel - whether a tool did not compile for want of the kernel's
 * probes; tool_refuse says so. tool_check_probes - whether a tool that is compiled can answer. An exit status, after the
 * message was printed; or 0.
 */
void note_host(struct command *command);
void note_error(struct command *command, const struct clause *clause);
void note_missing(struct command *command);
bool is_of_process(const char *text);
void notice_host(struct command *command);
bool tool_misses_kernel(struct command *command);
int tool_refuse(struct command *command);
int tool_check_probes(struct command *command);

/*
 * process.c: -c and -p. command_processes - start and grab them; 0, or an exit status.
 * command_continue - tracing has begun: what was started goes on.
 */
int command_processes(struct command *command);
void command_continue(struct command *command);

/*
 * out.c: output_open - sets command->out, standard output or the file of -o. output_flush - what was printed
 * is written. output_close - the same at the end, for the file, or standard output when nothing was opened.
 * 0, or an exit status after the message was printed, once.
 */
int output_open(struct command *command);
int output_flush(struct command *command);
int output_close(struct command *command);

/* compile.c: compile all clauses. 0, or an exit status. */
int command_compile(struct command *command);

/*
 * page.c: --report. page_open - before anything is traced, page_write - when tracing has ended: 0, or an exit
 * status after the message was printed. @ended: why, NULL: by the program. page_compile -
 * dtrace_program_fcompile(), whose text the page shows. page_add_source - a program's text for it. Without
 * --report they do nothing but that.
 */
int page_open(struct command *command);
int page_write(struct command *command, const char *ended);
dtrace_prog_t *page_compile(struct command *command, const char *name, FILE *file);
void page_add_source(struct command *command, const char *name, const char *text, size_t size);

/* anonymous.c: -A, and -a (enables what the file has; adds to *matched). 0, or an exit status. */
int command_anonymous(struct command *command);
int command_claim(struct command *command, unsigned int *matched);

/* selftest.c: --self-test. 0, or an exit status. */
int command_selftest(struct command *command);

/*
 * usdt.c: -h and -G. command_usdt - 0, or an exit status. command_makes_usdt - whether it is one of
 * them. command_usdt_model - the word size of the programs: 32 or 64, 0: this one's.
 */
int command_usdt(struct command *command);
bool command_makes_usdt(const struct command *command);
int command_usdt_model(const struct command *command);

/* list.c */
int command_list(struct command *command);
void print_stability(struct command *command, const struct clause *clause);

/* chew.c: the consumer's callbacks. */
int chew(const dtrace_probedata_t *data, void *arg);
int chew_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg);
int on_error(const dtrace_errdata_t *data, void *arg);
int on_drop(const dtrace_dropdata_t *data, void *arg);
int on_setopt(const dtrace_setoptdata_t *data, void *arg);

/* number.c: 43715 is "43,715", in @text of 32 bytes. */
const char *grouped(uint64_t value, char *text);

/* report.c: what is said around tracing. */
struct sizes {
	int64_t value[9];
};
void sizes_get(struct command *command, struct sizes *sizes);
void report_sizes(struct command *command, const struct sizes *wanted);
void report_refused(struct command *command, dtrace_prog_t *prog, const dtrace_proginfo_t *info);
void report_valueless(struct command *command, const dtrace_proginfo_t *info);
void report_account(struct command *command);

#endif
