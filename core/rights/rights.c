/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* rights.c - spec/right.def as functions, and the names in it. */
#include "core/rights/rights.h"

/*
 * A switch per kind: the compiler makes comparisons of it, and a row whose name is no variable, subroutine or
 * action does not compile.
 */

DT_PROBE_CTX enum dt_need dt_need_of_variable(uint32_t id)
{
	switch (id) {
#define DT_RIGHT_VARIABLE(NAME, of) \
	case DIF_VAR_##NAME:        \
		return DT_NEED_##of;
#include "spec/right.def"
	}
	return DT_NEED_NOTHING;
}

DT_PROBE_CTX enum dt_need dt_need_of_subr(uint32_t subr)
{
	switch (subr) {
#define DT_RIGHT_SUBR(NAME, of) \
	case DIF_SUBR_##NAME:   \
		return DT_NEED_##of;
#include "spec/right.def"
	}
	return DT_NEED_NOTHING;
}

DT_PROBE_CTX enum dt_need dt_need_of_action(uint32_t kind)
{
	switch (kind) {
#define DT_RIGHT_ACTION(NAME, of) \
	case DTRACEACT_##NAME:    \
		return DT_NEED_##of;
#include "spec/right.def"
	}
	return DT_NEED_NOTHING;
}

/* ---- names ----------------------------------------------------------------------------------- */

const char *dt_rights_variable_name(uint32_t id)
{
	switch (id) {
#define DIF_VAR(number, NAME, text, shape, type, since) \
	case number:                                    \
		return text;
#include "spec/difvar.def"
#undef DIF_VAR
	}
	return "?";
}

const char *dt_rights_subr_name(uint32_t subr)
{
	switch (subr) {
#define DIF_SUBR(number, NAME, text, prototype, since, flags) \
	case number:                                          \
		return text;
#include "spec/subr.def"
#undef DIF_SUBR
	}
	return "?";
}

const char *dt_rights_action_name(uint32_t kind)
{
	switch (kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return #NAME;
#include "spec/action.def"
	}
	return "?";
}
