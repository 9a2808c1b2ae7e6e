#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Tests of tests/d/run with a dtrace that only pretends: which programs are judged, what is a failure.
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
mkdir -p "$work/d/first" "$work/d/second"
cp "$here/../../d/run" "$work/d/"
cd "$work/d" || exit 1

# it prints the name of the program and fails by that name
cat >"$work/dtrace" <<'END'
#!/bin/sh
while [ "$1" != -s ]; do shift; done
name=${2##*/}
echo "$name" >>"$PRETENDED"
echo "out"
case $name in err.D_*) echo "dtrace: [$(echo "$name" | cut -d. -f2)] refused" >&2 && exit 1 ;; esac
exit 0
END
chmod +x "$work/dtrace"
export PRETENDED=$work/seen

for name in first/tst.a first/tst.b second/tst.c; do
	: >"$name.d"
	echo out >"$name.out"
done
: >first/err.D_SYNTAX.one.d
: >second/err.D_SYNTAX.two.d
echo '/* @@engine: kernel */' >second/err.D_SYNTAX.three.d

# judges PROGRAMS STATUS [OPTION]...: run judges exactly these and ends so
judges()
{
	wanted=$1 status=$2
	shift 2
	: >"$PRETENDED"
	sh ./run --dtrace "$work/dtrace" "$@" >"$work/said" 2>&1
	got=$?
	seen=$(sort "$PRETENDED" | tr '\n' ' ')
	if [ "$seen" = "$wanted" ] && [ "$got" = "$status" ]; then
		echo "ok: run $*"
		return
	fi
	printf 'NOT OK: run %s\n  judged %s\n  wanted %s\n  status %s, wanted %s\n' "$*" "$seen" "$wanted" "$got" "$status"
	cat "$work/said"
	failures=$((failures + 1))
}

# without the module, the one that needs it is skipped
judges "err.D_SYNTAX.one.d err.D_SYNTAX.two.d tst.a.d tst.b.d tst.c.d " 0
judges "tst.a.d tst.b.d tst.c.d " 0 --compiling
judges "err.D_SYNTAX.one.d " 0 --every 3/1
judges "err.D_SYNTAX.one.d tst.a.d tst.b.d " 0 first
# the one that needs the module is kept: it is the first of second/, and the third of all
judges "" 0 --compiling --every 4/3
grep -Eq '^second +1 +0 +0 +0 +1$' "$work/said" || { echo "NOT OK: --compiling keeps a program that needs the module"; cat "$work/said"; failures=$((failures + 1)); }
rm first/tst.a.out
judges "err.D_SYNTAX.one.d tst.a.d tst.b.d " 1 first
grep -q 'tst.a.out is missing' "$work/said" || { echo "NOT OK: a missing expected file is named"; failures=$((failures + 1)); }
[ $failures = 0 ]
