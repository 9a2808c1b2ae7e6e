#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_types.sh PYTHON FOLDER TESTS - the type hints of the package hold, in it and for those who use it: mypy --strict, over FOLDER/anytrace and the tests.
"$1" -c 'import mypy' 2>/dev/null || { echo "skipped: no mypy" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/wrong.py" <<-EOT
	import anytrace
	with anytrace.Session() as session:
	    for record in session.trace():
	        record.nosuch
	    session.compile(1)
	    reveal_type(session.aggregations())
EOT
export MYPYPATH="$2"
printf '[mypy]\nstrict = True\ncache_dir = %s\n' "$work/cache" >"$work/mypy.ini"
status=0
"$1" -m mypy --config-file "$work/mypy.ini" "$2/anytrace" "$3"/*.py || status=1
# what does not fit is found, by its line
"$1" -m mypy --config-file "$work/mypy.ini" "$work/wrong.py" >"$work/found"
for wanted in ':4: error: "Record" has no attribute "nosuch"' ':5: error: Argument 1 to "compile" of "Session" has incompatible type "int"' \
	':6: note: Revealed type is "builtins.list\[anytrace.events.Row\]"' '^Found 2 errors in 1 file'; do
	grep -q "$wanted" "$work/found" || { echo "missing: $wanted" && cat "$work/found" && status=1; }
done
exit $status
