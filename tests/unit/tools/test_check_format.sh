#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# tools/check-format sees a file that is not as clang-format writes it, and is content with one that is.
top=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$top/.clang-format" "$work/"
printf 'int a;\n\nint f(void)\n{\n\treturn a;\n}\n' >"$work/good.c"
printf 'int a;\nint f( void ) {\n  return a; }\n' >"$work/bad.c"
"$top/tools/check-format" "$work/good.c" || exit
said=$("$top/tools/check-format" "$work/good.c" "$work/bad.c") && echo "a bad file was not seen" && exit 1
[ "$said" = "clang-format -i $work/bad.c" ] || { echo "it says '$said'"; exit 1; }
