# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For tests/isa/native_jump.sh: options for all functions that get jumps, for those of programs, for those of kernels.
# shellcheck disable=SC2034 # the other script reads them
jump_options="-mno-red-zone -mgeneral-regs-only -fno-pie"
plain_options=""
kernel_options="-mfunction-return=thunk-extern -mindirect-branch=thunk-extern -mindirect-branch-register -fcf-protection=branch -fno-jump-tables -falign-jumps=1 -falign-loops=1"
link_options=""
