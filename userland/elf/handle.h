/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* elf/handle.h - an open file as libelf has it, for the files of this room. */
#ifndef LDT_ELF_HANDLE_H
#define LDT_ELF_HANDLE_H

#include <libelf.h>

#include "elf/elf.h"

/* ldt_elf_handle - libelf's file, borrowed until the file is closed. */
Elf *ldt_elf_handle(struct ldt_elf *elf);

#endif
