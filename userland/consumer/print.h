/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/print.h - values of records as text. */
#ifndef LDT_CONSUMER_PRINT_H
#define LDT_CONSUMER_PRINT_H

#include "consumer/consume.h"

/* ldt_int - integer of @size 1, 2, 4 or 8 bytes, extended as @is_signed says; *ok false for other sizes. */
int64_t ldt_int(const void *data, size_t size, bool is_signed, bool *ok);
/* ldt_rec_flags - DTRACE_EXPR_* of the value; printf-like records have the format's id in the low half of arg. */
uint32_t ldt_rec_flags(const dtrace_recdesc_t *rec);
/* ldt_rec_is_enum - whether it was recorded with its enumeration; ldt_value_enumerator - the name of its *@number; NULL: none. */
bool ldt_rec_is_enum(const dtrace_recdesc_t *rec);
const char *ldt_value_enumerator(struct dtrace_hdl *dtp, struct ldt_value value, int64_t *number);
bool ldt_rec_signed(const dtrace_recdesc_t *rec);
/* ldt_action_shows - how the consumer shows a record of this kind, by spec/action.def. */
enum ldt_shows {
	LDT_SHOWS_NOTHING,
	LDT_SHOWS_PLAIN,
	LDT_SHOWS_FORMAT,
	LDT_SHOWS_PARTS,
	LDT_SHOWS_SYMBOL,
	LDT_SHOWS_FRAMES
};
enum ldt_shows ldt_action_shows(unsigned int action);
bool ldt_is_formatted(unsigned int action); /* PRINTF, PRINTA, SYSTEM, FREOPEN */
bool ldt_is_text(const struct dtrace_hdl *dtp, uint32_t flags);
int ldt_print_trace(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet);
int ldt_print_bytes(struct dtrace_hdl *dtp, FILE *out, const char *data, size_t size, int width, bool quiet,
		    bool is_string);
/* ldt_looks_like_text - whether bytes are all printable, or printable up to a NUL that only NULs follow. */
bool ldt_looks_like_text(const char *data, size_t size);
int ldt_print_raw(FILE *out, const char *data, size_t size);
/* ldt_print_symbolic - STACK, USTACK, SYM... as trace() shows them. Return 1 when @rec is none of these. */
int ldt_print_symbolic(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet);
#define LDT_SYMBOL_TEXT 1024 /* room for the text of an address */
/* A frame: @text as the text output has it; @is_string: said by the program itself, as is the @note, or NULL, below it. */
struct ldt_frame {
	uint64_t addr;
	const char *text, *note;
	bool is_string;
};
/* ldt_stack_walk - the frames of a stack, the innermost first, without those that are none. */
typedef void ldt_frame_f(const struct ldt_frame *frame, void *arg);
void ldt_stack_walk(struct dtrace_hdl *dtp, struct ldt_value value, ldt_frame_f *fn, void *arg);
int ldt_print_stack(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, int indent);
bool ldt_is_symbolic(unsigned int action);
bool ldt_is_stack(unsigned int action);
/* ldt_symbol_text - the text of SYM, MOD, USYM, UMOD, UADDR values. */
void ldt_symbol_text(struct dtrace_hdl *dtp, struct ldt_value value, char *buf, size_t size);
void ldt_user_address_text(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, bool offset, char *buf, size_t size);

/*
 * ldt_packet_print - a record of pcap() (pcap.c): into the file of freopen(), or to a program
 * that shows packets, or as bytes to @out.
 * args:    @link the link type that the program said.
 * return:  0 or -1. ldt_capture_close - the file of freopen() is about to change, or the consumer to
 *          end. ldt_viewers_close - wait for the programs.
 */
int ldt_packet_print(struct dtrace_hdl *dtp, FILE *out, const dtrace_probedata_t *probe, struct ldt_value value,
		     int64_t link);
void ldt_capture_close(struct ldt_consume *consume);
void ldt_viewers_close(struct ldt_consume *consume);

/* ldt_print_typed - a record of print(), by its type (print_typed.c). */
int ldt_print_typed(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet);

/* ---- by a format (print_format.c) */

/*
 * ldt_fprintf - print records by a format.
 * args:    @values the arguments of the conversions without %@; @aggs (printa) the aggregations'
 *          values, in order, of which entries may have data NULL.
 */
struct ldt_format_args {
	const struct ldt_value *values;
	size_t value_count;
	const dtrace_aggdata_t *const *aggs;
	size_t agg_count;
};
int ldt_format_print(struct dtrace_hdl *dtp, FILE *out, const struct ldt_format *format,
		     const struct ldt_format_args *args);

#endif
