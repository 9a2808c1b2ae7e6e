/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/generate.h - typed trees to DIF. */
#ifndef LDT_COMPILER_GENERATE_H
#define LDT_COMPILER_GENERATE_H

#include "compiler/tree.h"

struct ldt_as;

struct ldt_difo_user *ldt_cg(struct ldt_comp *c, struct ldt_node *node);
struct ldt_difo_user *ldt_cg_address(struct ldt_comp *c, struct ldt_node *node,
				     uint32_t size); /* value is data at an address, @size bytes by reference */

#endif
