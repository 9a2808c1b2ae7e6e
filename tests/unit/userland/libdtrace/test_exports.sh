#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_exports.sh LIBRARY HEADER - libdtrace.so exports exactly the functions that dtrace.h declares.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
nm -D --defined-only "$1" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort >"$dir/exported"
# prototypes, and the lists of walks that are declared by their type
{ grep -oE '\bdtrace_[a-z0-9_]+\(' "$2" | tr -d '('; grep -oE '\bdtrace_aggregate_walk_[a-z]+(,|;)' "$2" | tr -d ',;'; echo dtrace_aggregate_walk; } |
	grep -Ev '_f$' | sort -u >"$dir/declared"
diff "$dir/declared" "$dir/exported" && echo "$(wc -l <"$dir/exported") functions"
