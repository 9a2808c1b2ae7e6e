#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_ctf_gcc.sh DTRACE - the compiler's own CTF: of an object, of a linked program (compressed), of several units with types that clash
# (an archive). A program must see the same in each as in the BTF that the compiler writes of the same text.
dtrace=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0

cat >one.c <<'EOF'
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
enum color { RED = -1, GREEN = 5 };
struct clash { int a; };
struct point { int x : 3; unsigned y : 7; long long z; const char *name; struct point *next; enum color c; union { float f; double d[3]; } u; };
typedef struct point point_t;
struct clash one; siginfo_t info; struct sockaddr_in6 address; struct stat status; struct msghdr header; point_t origin;
int work(point_t *p, siginfo_t *i, int (*f)(char, ...)) { return p->x + i->si_code + f(1); }
int main(void) { return 0; }
EOF
echo 'struct clash { long b, c; }; struct clash two;' >two.c
if ! gcc -gctf -c one.c -o one.o 2>err || ! gcc -gctf -c two.c -o two.o 2>>err || ! gcc -gbtf -c one.c -o btf.o 2>>err; then
	echo "skipped: this gcc writes no CTF or no BTF: $(head -n 1 err)"
	exit 77
fi
gcc -gctf one.o -o linked && gcc one.o two.o -o archived && objcopy -O binary --only-section=.ctf --set-section-flags .ctf=alloc one.o bare || exit 1

# what FILE: what a program sees of its types
what()
{
	"$dtrace" -q -x ctfpath="$1" -n 'BEGIN {
		printf("%d %d %d %d\n", sizeof (siginfo_t), sizeof (struct stat), sizeof (struct sockaddr_in6), sizeof (point_t));
		printf("%d %d %d\n", offsetof(struct msghdr, msg_flags), offsetof(struct point, u), offsetof(struct stat, st_size));
		printf("%d %d\n", GREEN, RED);
		this->p = (point_t *)alloca(sizeof (point_t));
		this->p->x = -2; this->p->y = 99; this->p->c = GREEN;
		print(*this->p);
		exit(0);
	}' 2>&1
}

what btf.o >wanted
grep -q '^5 -1$' wanted && grep -q 'enum color c = GREEN' wanted || { echo "FAILED: BTF itself"; cat wanted; exit 1; }
for file in one.o linked archived bare; do
	what "$dir/$file" >seen
	if ! diff wanted seen; then
		echo "FAILED: $file"
		failed=1
	fi
done
exit $failed
