#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_headers.sh TREE CC - the public header, and each header it includes, compiles alone as C11 and as C++11, without a warning.
tree=$1 cc=$2 failed=0
flags=(-Wall -Wextra -Werror -fsyntax-only -I "$tree/include")

headers=(dtrace.h $(sed -n 's|^#include <\(dtrace/.*\)>|\1|p' "$tree/include/dtrace.h"))
if [ ${#headers[@]} -lt 4 ]; then
	echo "dtrace.h includes ${#headers[@]} headers: this test does not read it well" && exit 1
fi
for header in "${headers[@]}"; do
	for language in "c -std=c11" "c++ -std=c++11"; do
		# shellcheck disable=SC2086
		if ! echo "#include <$header>" | "$cc" "${flags[@]}" -x $language -; then
			echo "$header does not compile as $language"
			failed=1
		fi
	done
done
for language in "c -std=c99" "c++ -std=c++98"; do
	# shellcheck disable=SC2086
	if ! echo "#include <sys/dtrace.h>" | "$cc" "${flags[@]}" -x $language -; then
		echo "sys/dtrace.h does not compile as $language"
		failed=1
	fi
done
exit $failed
