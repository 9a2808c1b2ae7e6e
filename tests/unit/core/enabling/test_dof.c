/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_dof.c - every rule of DOF is broken once, and gives its tag. The tags are read from
 * the sources (CORE_DIR): one that no case here reaches fails the test.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/enabling/dof.h"
#include "core/dif/machine.h"
#include "os/os.h"

/* ---- a DOF with one of everything ------------------------------------------------------------ */

static uint8_t *dof;
static size_t dof_size;

static struct dof_hdr *header(void)
{
	return (struct dof_hdr *)dof;
}

/* The n-th section of a type. */
static struct dof_sec *section(uint32_t type, unsigned int n)
{
	struct dof_sec *sections = (struct dof_sec *)(dof + header()->secoff);
	uint32_t i;

	for (i = 0; i < header()->secnum; i++) {
		if (sections[i].type == type && n-- == 0)
			return &sections[i];
	}
	fail_msg("no section of type %u", type);
	return NULL;
}

static void *data(uint32_t type, unsigned int n)
{
	return dof + section(type, n)->offset;
}

static struct dof_actdesc *action(unsigned int n)
{
	return (struct dof_actdesc *)data(DOF_SECT_ACTDESC, 0) + n;
}

/*
 * Actions: 0 printf, 1 tracemem, 2 stack, 3 ustack, 4 key, 5 key, 6 quantize, 7 discard, 8 exit;
 * second list: speculate, trace.
 */
static void make(void)
{
	static const uint64_t ints[] = { 1, 2 };
	static const dif_instr_t code[] = { DIF_INSTR(DIF_OP_RET, 0, 0, 0) };
	static const struct dtrace_difv var = {
		1, DIF_VAR_USER_MIN, DIF_VARKIND_SCALAR, DIF_SCOPE_GLOBAL, DIF_VARFLAG_REF, { 0, 1, 0, 0, 8 }
	};
	struct dofb_difo difo = { code, 1, ints, 2, "\0name", 6, &var, 1, { 0, 1, 0, 0, 8 } };
	struct dof_builder *b = dofb_create();
	struct dof_actdesc *act;
	uint32_t full = dofb_difo(b, &difo), probe = dofb_probe(b, "p:m:f:n", 0);

	act = dofb_action(b, DTRACEACT_PRINTF, full);
	act->strtab = 0;
	act->arg = dofb_string(b, "%d\n") + 1;
	dofb_action(b, DTRACEACT_TRACEMEM, full)->arg = 16;
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 5;
	dofb_action(b, DTRACEACT_USTACK, DOF_SECIDX_NONE)->arg = DTRACE_USTACK_ARG(5, 100);
	dofb_action(b, DTRACEACT_DIFEXPR, full);
	dofb_action(b, DTRACEACT_DIFEXPR, full);
	dofb_action(b, DTRACEAGG_QUANTIZE, full)->ntuple = 2;
	dofb_action(b, DTRACEACT_DISCARD, full);
	dofb_action(b, DTRACEACT_EXIT, full);
	dofb_clause(b, probe, full, dofb_actions(b), 0);
	dofb_action(b, DTRACEACT_SPECULATE, full);
	dofb_action(b, DTRACEACT_DIFEXPR, full);
	dofb_clause(b, probe, DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_option(b, DTRACEOPT_BUFSIZE, 4096);
	dofb_option(b, DTRACEOPT_ZONE, 0);
	dof = dofb_finish(b, &dof_size);
	dofb_destroy(b);
	((struct dof_optdesc *)data(DOF_SECT_OPTDESC, 0))[1].strtab = 0;
}

/* ---- one broken rule each -------------------------------------------------------------------- */

#define BREAK(name, statement) \
	static void name(void) \
	{                      \
		statement;     \
	}

BREAK(size_small, dof_size = 40)
BREAK(magic, dof[1] = 'X')
BREAK(model, dof[DOF_ID_MODEL] = 3)
BREAK(encoding, dof[DOF_ID_ENCODING] = DOF_ENCODE_MSB)
BREAK(version_old, dof[DOF_ID_VERSION] = 0)
BREAK(version_new, dof[DOF_ID_VERSION] = 4)
BREAK(dif_version, dof[DOF_ID_DIFVERS] = 3)
BREAK(dif_registers, dof[DOF_ID_DIFIREG] = 9)
BREAK(ident_padding, dof[15] = 1)
BREAK(header_flags, header()->flags = 1)
BREAK(header_size, header()->hdrsize = 56)
BREAK(file_size, header()->filesz++; header()->loadsz--)
BREAK(section_count, header()->secnum = 0)
BREAK(section_count_high, header()->secnum = DT_DOF_SECTIONS_MAX + 1)
BREAK(section_headers, header()->secoff = ~0ull & ~7ull)
BREAK(section_headers_odd, header()->secoff += 4)
BREAK(section_type, section(DOF_SECT_DIF, 0)->type = DOF_SECT_COUNT)
BREAK(section_flags, section(DOF_SECT_DIF, 0)->flags = 2)
BREAK(section_align, section(DOF_SECT_DIF, 0)->align = 3)
BREAK(section_refused, section(DOF_SECT_DIF, 0)->type = DOF_SECT_PROVIDER)
BREAK(section_bounds, section(DOF_SECT_DIF, 0)->size = ~0ull)
BREAK(section_bounds_end, section(DOF_SECT_STRTAB, 0)->size = dof_size - section(DOF_SECT_STRTAB, 0)->offset + 1)
BREAK(section_bounds_start, section(DOF_SECT_STRTAB, 0)->offset = dof_size + 1)
BREAK(section_bounds_both, section(DOF_SECT_STRTAB, 0)->offset = ~0ull; section(DOF_SECT_STRTAB, 0)->size = 2)
BREAK(section_offset, section(DOF_SECT_INTTAB, 0)->offset += 4)
BREAK(section_empty, section(DOF_SECT_INTTAB, 0)->size = 0)
BREAK(section_entries, section(DOF_SECT_INTTAB, 0)->size = 12)
BREAK(section_entsize, section(DOF_SECT_INTTAB, 0)->entsize = 4)
BREAK(strtab_end, ((char *)data(DOF_SECT_STRTAB, 0))[section(DOF_SECT_STRTAB, 0)->size - 1] = 'x')
BREAK(probedesc_size, section(DOF_SECT_PROBEDESC, 0)->size += 24)
BREAK(probedesc_strtab, ((struct dof_probedesc *)data(DOF_SECT_PROBEDESC, 0))->strtab = 1)
BREAK(probedesc_strtab_high, ((struct dof_probedesc *)data(DOF_SECT_PROBEDESC, 0))->strtab = 1u << 31)
BREAK(probedesc_string, ((struct dof_probedesc *)data(DOF_SECT_PROBEDESC, 0))->name = 1u << 30)
BREAK(ecbdesc_size, section(DOF_SECT_ECBDESC, 0)->size += 24)
BREAK(ecbdesc_probes, ((struct dof_ecbdesc *)data(DOF_SECT_ECBDESC, 0))->probes = 0)
BREAK(ecbdesc_predicate, ((struct dof_ecbdesc *)data(DOF_SECT_ECBDESC, 0))->pred = 0)
BREAK(ecbdesc_actions, ((struct dof_ecbdesc *)data(DOF_SECT_ECBDESC, 0))->actions = 0)
BREAK(difohdr_size, section(DOF_SECT_DIFOHDR, 0)->size = 8)
BREAK(difohdr_link, ((struct dof_difohdr *)data(DOF_SECT_DIFOHDR, 0))->links[1] = 99)
BREAK(difohdr_link_type, section(DOF_SECT_INTTAB, 0)->type = DOF_SECT_TYPTAB)
BREAK(difohdr_dif, ((struct dof_difohdr *)data(DOF_SECT_DIFOHDR, 0))->links[0] = 0)
BREAK(difohdr_twice, ((struct dof_difohdr *)data(DOF_SECT_DIFOHDR, 0))->links[3] = 0)
BREAK(action_kind, action(4)->kind = 77)
BREAK(action_difo, action(4)->difo = DOF_SECIDX_NONE)
BREAK(action_difo_unwanted, action(2)->difo = action(0)->difo)
BREAK(action_format, action(0)->arg = 1u << 30)
BREAK(action_format_strtab, action(0)->strtab = DOF_SECIDX_NONE)
BREAK(action_tuple, action(4)->ntuple = 1)
BREAK(action_frames, action(2)->arg = 100000)
BREAK(action_uframes, action(3)->arg = DTRACE_USTACK_ARG(5, 1 << 30))
BREAK(action_tracemem, action(1)->arg = 1 << 30)
BREAK(action_pcap_none, action(1)->kind = DTRACEACT_PCAP; action(1)->arg = 0)
BREAK(action_pcap_long, action(1)->kind = DTRACEACT_PCAP; action(1)->arg = DTRACE_PCAP_MAX + 1)
BREAK(agg_parameters, action(6)->kind = DTRACEAGG_LQUANTIZE)
BREAK(agg_tuple, action(6)->ntuple = 7)
BREAK(agg_key, action(5)->kind = DTRACEACT_TRACEMEM)
BREAK(agg_increment, action(5)->kind = DTRACEACT_SYM; action(6)->uarg = DTRACE_AGG_INCR)
BREAK(spec_late_exit, action(0)->kind = DTRACEACT_SPECULATE)
BREAK(commit_late, action(7)->kind = DTRACEACT_SPECULATE; action(8)->kind = DTRACEACT_COMMIT)
BREAK(option_unknown, ((struct dof_optdesc *)data(DOF_SECT_OPTDESC, 0))->option = 63)
BREAK(option_value, ((struct dof_optdesc *)data(DOF_SECT_OPTDESC, 0))->value = 1ull << 63 | 1)
BREAK(option_string, ((struct dof_optdesc *)data(DOF_SECT_OPTDESC, 0))[1].value = 1u << 30)

static const struct {
	const char *tag;
	void (*broken)(void);
} cases[] = {
	{ "dof-size", size_small },
	{ "dof-magic", magic },
	{ "dof-model", model },
	{ "dof-encoding", encoding },
	{ "dof-version", version_old },
	{ "dof-version", version_new },
	{ "dof-dif-version", dif_version },
	{ "dof-dif-registers", dif_registers },
	{ "dof-ident-padding", ident_padding },
	{ "dof-header-flags", header_flags },
	{ "dof-header-size", header_size },
	{ "dof-file-size", file_size },
	{ "dof-section-count", section_count },
	{ "dof-section-count", section_count_high },
	{ "dof-section-headers", section_headers },
	{ "dof-section-headers", section_headers_odd },
	{ "dof-section-type", section_type },
	{ "dof-section-flags", section_flags },
	{ "dof-section-align", section_align },
	{ "dof-section-refused", section_refused },
	{ "dof-section-bounds", section_bounds },
	{ "dof-section-bounds", section_bounds_end },
	{ "dof-section-bounds", section_bounds_start },
	{ "dof-section-bounds", section_bounds_both },
	{ "dof-section-offset", section_offset },
	{ "dof-section-empty", section_empty },
	{ "dof-section-entries", section_entries },
	{ "dof-section-entsize", section_entsize },
	{ "dof-strtab-end", strtab_end },
	{ "dof-probedesc-size", probedesc_size },
	{ "dof-probedesc-strtab", probedesc_strtab },
	{ "dof-probedesc-strtab", probedesc_strtab_high },
	{ "dof-probedesc-string", probedesc_string },
	{ "dof-ecbdesc-size", ecbdesc_size },
	{ "dof-ecbdesc-probes", ecbdesc_probes },
	{ "dof-ecbdesc-predicate", ecbdesc_predicate },
	{ "dof-ecbdesc-actions", ecbdesc_actions },
	{ "dof-difohdr-size", difohdr_size },
	{ "dof-difohdr-link", difohdr_link },
	{ "dof-difohdr-link", difohdr_link_type },
	{ "dof-difohdr-dif", difohdr_dif },
	{ "dof-action-kind", action_kind },
	{ "dof-action-difo", action_difo },
	{ "dof-action-difo", action_difo_unwanted },
	{ "dof-action-format", action_format },
	{ "dof-action-format", action_format_strtab },
	{ "dof-action-tuple", action_tuple },
	{ "dof-action-frames", action_frames },
	{ "dof-action-frames", action_uframes },
	{ "dof-action-tracemem", action_tracemem },
	{ "dof-action-pcap", action_pcap_none },
	{ "dof-action-pcap", action_pcap_long },
	{ "dof-aggregation-parameters", agg_parameters },
	{ "dof-aggregation-tuple", agg_tuple },
	{ "dof-aggregation-key", agg_key },
	{ "dof-aggregation-increment", agg_increment },
	{ "dof-action-speculate", spec_late_exit },
	{ "dof-action-commit", commit_late },
	{ "option-unknown", option_unknown },
	{ "option-value:bufsize:0 to 4194304t", option_value },
	{ "option-string", option_string },
	{ "dof-difohdr-twice", difohdr_twice },
};

static bool seen(const char *tag)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(cases[i].tag, tag) == 0)
			return true;
	}
	return strcmp(tag, "dof-difo-size") == 0 || strcmp(tag, "dof-action-count") == 0; /* large_ones */
}

static void rules(void **unused)
{
	struct dt_dof parsed;
	const char *reason;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		make();
		assert_null(dt_dof_validate(dof, dof_size, &parsed));
		cases[i].broken();
		reason = dt_dof_validate(dof, dof_size, &parsed);
		free(dof);
		if (reason == NULL || strcmp(reason, cases[i].tag) != 0)
			fail_msg("case %zu: expected %s, got %s", i, cases[i].tag, reason == NULL ? "nothing" : reason);
	}
}

static const char *validate(struct dof_builder *b)
{
	struct dt_dof parsed;
	size_t size;
	void *bytes = dofb_finish(b, &size);
	const char *reason = dt_dof_validate(bytes, size, &parsed);

	dofb_destroy(b);
	free(bytes);
	return reason;
}

static void large_ones(void **unused)
{
	static dif_instr_t code[DIF_OBJECT_MAX / 4 + 1];
	const struct dofb_difo difo = { code, DIF_OBJECT_MAX / 4 + 1, .rtype = { 0, 1, 0, 0, 8 } };
	struct dof_builder *b = dofb_create();
	unsigned int i;

	dofb_difo(b, &difo);
	assert_string_equal(validate(b), "dof-difo-size");
	b = dofb_create();
	for (i = 0; i <= DOF_ACTIONS_MAX; i++)
		dofb_action(b, DTRACEACT_STOP, DOF_SECIDX_NONE);
	dofb_actions(b);
	assert_string_equal(validate(b), "dof-action-count");
}

static void tags_of(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[1024], *text, *end;
	unsigned int found = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		for (text = line; (text = strchr(text, '"')) != NULL; text = end + 1) {
			end = strchr(++text, '"');
			if (end == NULL)
				break;
			*end = '\0';
			if (strncmp(text, "dof-", 4) != 0 && strncmp(text, "option-", 7) != 0)
				continue;
			found++;
			if (strncmp(text, "option-value:", 13) == 0)
				continue; /* test_option.c */
			if (!seen(text))
				fail_msg("%s: no case for the tag %s", path, text);
		}
	}
	fclose(file);
	assert_true(found > 0);
}

static void every_tag_has_a_case(void **unused)
{
	tags_of(CORE_DIR "/enabling/dof.c");
	tags_of(CORE_DIR "/state/option.c");
}

static void reading(void **unused)
{
	struct dtrace_probedesc desc;
	struct dt_difo difo;
	struct dt_dof parsed;

	make();
	assert_null(dt_dof_validate(dof, dof_size, &parsed));
	dt_dof_probedesc(&parsed, ((struct dof_ecbdesc *)data(DOF_SECT_ECBDESC, 0))->probes, &desc);
	assert_string_equal(desc.provider, "p");
	assert_string_equal(desc.name, "n");
	dt_dof_difo(&parsed, action(0)->difo, &difo);
	assert_int_equal(difo.code_count, 1);
	assert_int_equal(difo.int_count, 2);
	assert_int_equal(difo.ints[1], 2);
	assert_int_equal(difo.var_count, 1);
	assert_string_equal(difo.strings + 1, "name");
	assert_string_equal(dt_dof_format(&parsed, action(0)), "%d\n");
	assert_null(dt_dof_format(&parsed, action(1)));
	free(dof);
}

/* ENABLE reports the rule that a DOF breaks, and keeps nothing of it. */
static void enable_tells(void **unused)
{
	struct dtrace_enable enable;
	struct dt_state *state;
	struct dof_builder *b;
	static const dif_instr_t code[] = { DIF_INSTR_BRANCH(DIF_OP_BA, 0), DIF_INSTR(DIF_OP_RET, 0, 0, 0) };
	const struct dofb_difo difo = { code, 2, .rtype = { 0, 1, 0, 0, 8 } };
	struct dtrace_account account = { 0 };

	fixture_start(1, 3);
	assert_int_equal(dt_state_open(&state), 0);
	b = dofb_create();
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_const(b, 1));
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_difo(b, &difo));
	dofb_clause(b, dofb_probe(b, "fake:::", 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	assert_int_equal(fixture_enable(state, b, &enable), -OS_EINVAL);
	assert_memory_equal(enable.error, "dif-", 4);
	assert_int_equal(fixture_ioctl(state, DTRACEIOC_ACCOUNT, &account), -OS_ENOENT);
	assert_int_equal(fake.enabled, 0);
	dt_state_close(state);
	fixture_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules),   cmocka_unit_test(large_ones),   cmocka_unit_test(every_tag_has_a_case),
		cmocka_unit_test(reading), cmocka_unit_test(enable_tells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
