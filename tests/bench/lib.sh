# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Shared by the commands of this folder, `run` and `where`: what they build. It goes to the folder $out.

# plugin_build NAME: a plugin of the emulator
plugin_build()
{
	gcc -std=gnu11 -O2 -Wall -Wextra -Werror -shared -fPIC -fvisibility=hidden "$anytrace_top/tests/bench/$1.c" -o "$out/$1.so" ||
		die "the plugin $1.c does not build"
}

# loops_build ISA SERIES: calls.ko in $helper_modules, and the loop of system calls
loops_build()
{
	isa_facts "$1"
	kernel_prepare "$1" "$2"
	helper_modules_build "$1" "$2" tests/bench/calls
	"$isa_triplet-gcc" -std=gnu11 -O2 -fasynchronous-unwind-tables -Wall -Wextra -Wno-unused-parameter -Werror -static \
		"$anytrace_top/tests/bench/syscalls.c" -o "$out/syscalls" || die "the loop of system calls does not build"
}

# functions_build: a program with 100,000 functions (x86_64)
functions_build()
{
	"$isa_triplet-gcc" -std=gnu11 -O2 -Wall -Wextra -Werror -static "$anytrace_top/tests/bench/functions.c" -o "$out/functions" ||
		die "the program with many functions does not build"
}
