/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/types.h - types of C and D, and the files that describe them. The one header of this room for others. */
#ifndef LDT_TYPES_TYPES_H
#define LDT_TYPES_TYPES_H

#include "types/btf.h"
#include "types/type.h"

#endif
