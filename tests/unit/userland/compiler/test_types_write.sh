#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_types_write.sh DTRACE - -x ctypes=FILE and -x dtypes=FILE: what was declared, read back with -x ctfpath, is the same; a file that cannot be
# written is one error.
dtrace=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

check()
{
	what=$1
	shift
	"$@" >out && return
	echo "FAILED: $what"
	failed=1
}

cat >header.h <<'EOF'
enum color { RED = -1, GREEN = 5 };
union number { int i; double d; unsigned char bytes[16]; };
typedef struct from_c { int x : 3; unsigned y : 7; long long z; const char *name; struct from_c *next; enum color c; union number n; } from_c_t;
EOF
cat >script.d <<'EOF'
#include "header.h"
typedef struct from_d {
	from_c_t one;
	string text;
	struct { char *volatile p; short s[3][2]; };
	int (*call)(struct from_d *, char, ...);
	struct never_defined *opaque;
	uint64_t wide : 40;
	_Bool flag;
	int64_t last;
} from_d_t;
enum { ALONE = 77, BEHIND };
typedef unsigned long long counter_t;
BEGIN { exit(0); }
EOF
check "a program that declares types" "$dtrace" -C -q -e -x ctypes=c -x dtypes=d -s script.d

# what FILE: a program that declares nothing, with the types of FILE
what()
{
	"$dtrace" -q -x nolibs -x ctfpath="$dir/$1" -n 'BEGIN {
		printf("%d %d %d\n", sizeof (from_c_t), offsetof(from_c_t, n), GREEN);
		this->p = (from_c_t *)alloca(sizeof (from_c_t));
		this->p->x = -2; this->p->y = 99; this->p->c = GREEN; this->p->n.i = 3;
		print(*this->p);
		exit(0);
	}' 2>&1
}
"$dtrace" -C -q -n '
#include "header.h"
BEGIN {
	printf("%d %d %d\n", sizeof (from_c_t), offsetof(from_c_t, n), GREEN);
	this->p = (from_c_t *)alloca(sizeof (from_c_t));
	this->p->x = -2; this->p->y = 99; this->p->c = GREEN; this->p->n.i = 3;
	print(*this->p);
	exit(0);
}' >wanted 2>&1
check "the program itself" grep -q 'enum color c = GREEN' wanted
for file in c d; do
	what $file >seen
	check "$file: the header's types" diff wanted seen
done

cat >layout.d <<'EOF'
BEGIN {
	printf("%d %d %d %d %d %d\n", sizeof (from_d_t), offsetof(from_d_t, text), offsetof(from_d_t, p), offsetof(from_d_t, s), offsetof(from_d_t, call),
	    offsetof(from_d_t, last));
	printf("%d %d %d\n", sizeof (counter_t), ALONE, BEHIND);
	this->p = (struct from_d *)alloca(sizeof (struct from_d));
	this->p->wide = 0xffffffffff; this->p->flag = 1; this->p->s[2][1] = -5;
	printf("%x %d %d\n", this->p->wide, this->p->flag, this->p->s[2][1]);
	exit(0);
}
EOF
sed '/^BEGIN/d' script.d >both.d
cat layout.d >>both.d
"$dtrace" -C -q -s both.d >wanted 2>&1
"$dtrace" -q -x nolibs -x ctfpath="$dir/d" -s layout.d >seen 2>&1
check "the program's types" diff wanted seen
check "... are there" grep -q 'ffffffffff 1 -5' seen
"$dtrace" -q -x nolibs -x ctfpath="$dir/c" -s layout.d >seen 2>&1 && { echo "FAILED: the program's types are among C's"; failed=1; }
check "types of the library" "$dtrace" -q -x nolibs -x ctfpath="$dir/d" -n 'BEGIN { exit(sizeof (psinfo_t) > 200 && offsetof(psinfo_t, pr_fname) > 50 ? 0 : 1); }'
check "a file written again" "$dtrace" -q -e -x nolibs -x ctfpath="$dir/d" -x dtypes=d -n 'struct later { from_d_t *d; int n; }; BEGIN { trace(sizeof (from_d_t)); }'
check "... has what was read" "$dtrace" -q -x nolibs -x ctfpath="$dir/d" -n 'BEGIN { exit(sizeof (struct later) != 16 && sizeof (struct later) != 8); }'

# refused OPTION TEXT: one error that says TEXT
refused()
{
	"$dtrace" -q -x "$1" -n 'BEGIN { exit(0); }' 2>err >/dev/null
	check "$1: status" test $? = 1
	check "$1: $(cat err)" grep -q "$2" err
	check "$1: one line" test "$(wc -l <err)" = 1
}
refused ctypes=/nonexistent/c 'failed to set -x ctypes=/nonexistent/c: No such file or directory'
refused dtypes="$dir" 'failed to set -x dtypes=.*: Is a directory'
test ! -e /dev/full || refused dtypes=/dev/full 'cannot write the types to /dev/full: No space left on device'
check "no value" sh -c '! "$0" -q -x ctypes -n "BEGIN { exit(0); }" 2>/dev/null' "$dtrace"
exit $failed
