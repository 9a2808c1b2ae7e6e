# SPDX-License-Identifier: MIT OR GPL-2.0-only
# For tests/isa/native_jump.sh: options for all functions that get jumps, for those of programs, for those of kernels.
# shellcheck disable=SC2034 # the other script reads them
jump_options="-fno-pie"
plain_options=""
kernel_options="-fno-omit-frame-pointer -mcmodel=medany -mno-relax"
link_options="-Wl,--no-relax"
