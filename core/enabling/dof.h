/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dof.h - reading DOF.
 *
 * Bytes from outside are checked once, completely, by dt_dof_validate(); what is read through the
 * other functions afterwards is trusted. The DIF inside the objects is checked by
 * dt_difo_validate() when an enabling is built.
 */
#ifndef CORE_DOF_H
#define CORE_DOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/action.h>
#include <dtrace/dof.h>

/* As many as fit: DOF_SIZE_MAX alone limits the size of a program. */
#define DT_DOF_SECTIONS_MAX (DOF_SIZE_MAX / sizeof(struct dof_sec))

struct dt_difo;
struct dtrace_probedesc;

struct dt_dof {
	const uint8_t *data; /* 8-byte aligned */
	size_t size;
	const struct dof_hdr *header;
	const struct dof_sec *sections;
};

/*
 * dt_dof_validate - check every rule of the container: header, sections, references, strings, actions, options.
 * args:    @data of @size bytes, 8-byte aligned, borrowed; *@ret filled, borrows @data.
 * return:  NULL, or the constant tag of the first rule that is broken.
 * context: process.
 */
const char *dt_dof_validate(const void *data, size_t size, struct dt_dof *ret);

/* ---- after validation ------------------------------------------------------------------------ */

/* dt_dof_section - data of section @index and, unless NULL, its size. Context: any. */
const void *dt_dof_section(const struct dt_dof *dof, uint32_t index, size_t *size);

/* dt_dof_string - a string of a string table. Context: any. */
const char *dt_dof_string(const struct dt_dof *dof, uint32_t strtab, uint32_t offset);

/* dt_dof_probedesc - the description of a PROBEDESC section. Context: any. */
void dt_dof_probedesc(const struct dt_dof *dof, uint32_t index, struct dtrace_probedesc *ret);

/* dt_dof_difo - fill @ret from a DIFOHDR section; its arrays point into the DOF. Context: any. */
void dt_dof_difo(const struct dt_dof *dof, uint32_t index, struct dt_difo *ret);

/* dt_dof_format - the format string of a printf-like action, NULL when it has none. Context: any. */
const char *dt_dof_format(const struct dt_dof *dof, const struct dof_actdesc *action);

/* dt_action_has_format - whether actions of this kind carry a format (action.h). Context: any. */
bool dt_action_has_format(uint32_t kind);

#endif
