/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/fold.h - operators on constants. */
#ifndef LDT_COMPILER_FOLD_H
#define LDT_COMPILER_FOLD_H

#include "compiler/tree.h"

struct ldt_node *ldt_fold_op1(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_fold_op2(struct ldt_comp *c, struct ldt_node *node);
int64_t ldt_wrap(uint64_t value, uint32_t size, bool is_signed);

#endif
