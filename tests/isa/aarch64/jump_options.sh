# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For tests/isa/native_jump.sh: options for all functions that get jumps, for those of programs, for those of kernels.
# shellcheck disable=SC2034 # the other script reads them
jump_options="-mgeneral-regs-only -fno-pie"
plain_options=""
kernel_options="-mbranch-protection=pac-ret+leaf -fno-omit-frame-pointer"
link_options=""
