# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The largest programs of Debian as they are: gcc's compiler proper, the assembler and the linker, whose files are those of an untraced run, byte
# for byte; a JVM, which makes code while it runs and has signals of its own (null pointers, safepoints), its own probes, and names
# for the code that it makes.
# @@limit 1800
# @@mem 3072
# @@programs gcc-12 openjdk-17-jre-headless
# @@with tests/vm/parts
. /job/lib.sh
. /parts/same.sh
load

# ---- gcc
cat >/tmp/work/small.c <<'EOT'
struct node { struct node *left, *right; long key; char name[16]; };
extern void *malloc(unsigned long);
static long hash(const char *s) { long h = 5381; while (*s) h = h * 33 ^ *s++; return h; }
struct node *insert(struct node *at, const char *name)
{
	long key = hash(name);
	if (!at) {
		at = malloc(sizeof(*at));
		at->left = at->right = 0;
		at->key = key;
		for (int i = 0; i < 15 && name[i]; i++)
			at->name[i] = name[i];
	} else if (key < at->key) {
		at->left = insert(at->left, name);
	} else {
		at->right = insert(at->right, name);
	}
	return at;
}
double total(const struct node *at, double (*f)(long))
{
	return at ? total(at->left, f) + f(at->key) + total(at->right, f) : 0.0;
}
int sorted(const int *v, int n)
{
	switch (n) { case 0: case 1: return 1; case 2: return v[0] <= v[1]; case 3: return v[0] <= v[1] && v[1] <= v[2]; }
	for (int i = 1; i < n; i++)
		if (v[i - 1] > v[i])
			return 0;
	return 1;
}
EOT
cc1=$(ls /usr/lib/gcc/*/12/cc1)
least_lines=100
same "cc1, each function of all" "$cc1 -quiet -O2 /tmp/work/small.c -o -" 'pid$target:::entry' -x pidsites=2000000
same "cc1, each return of its own" "$cc1 -quiet -O1 /tmp/work/small.c -o -" 'pid$target:a.out::return' -x pidsites=2000000

# same_file WHAT COMMAND OPTION...: the command makes the same file /tmp/work/made
same_file()
{
	local what=$1 command=$2
	shift 2
	rm -f /tmp/work/made /tmp/work/out
	check "$what: untraced" $command
	mv /tmp/work/made /tmp/work/untraced
	check "$what: dtrace ends well" dtrace -qo /tmp/work/out -n 'pid$target:::entry { @ = count(); }' -c "$command" "$@"
	check "$what: the file is that of the untraced program" cmp /tmp/work/untraced /tmp/work/made
	at_least "$what: firings" "$(awk 'NF == 1 { print $1 }' /tmp/work/out)" 1000
	check "$what: nothing is left" wait_until 30 nothing_left
}
$cc1 -quiet -O2 /tmp/work/small.c -o /tmp/work/small.s
same_file "as, each function" "/usr/bin/as /tmp/work/small.s -o /tmp/work/made" -x pidsites=2000000
cp /tmp/work/made /tmp/work/small.o
same_file "ld, each function" "/usr/bin/ld -shared --build-id /tmp/work/small.o -o /tmp/work/made" -x pidsites=2000000

# ---- Java
mkdir -p /tmp/work/java
base64 -d /parts/Work.b64 >/tmp/work/java/Work.class
java=$(ls /usr/lib/jvm/*/bin/java | head -n 1)
least_lines=8
same "java, malloc and threads" "$java -Xmx64m -cp /tmp/work/java Work" 'pid$target:libc.so.6:malloc:entry, pid$target:libc.so.6:pthread_*:entry'
same "java, each function of the JVM, which comes by dlopen()" "$java -Xmx64m -cp /tmp/work/java Work" 'pid$target:libjvm.so::entry' -Z -x pidsites=2000000
same "java, each function and return of the C library" "$java -Xmx64m -cp /tmp/work/java Work" 'pid$target:libc.so.6::entry, pid$target:libc.so.6::return' -x pidsites=2000000
# the same, there from the first instruction on (the launcher finds the library that is loaded already)
LD_PRELOAD=$(echo /usr/lib/jvm/*/lib/server/libjvm.so)
export LD_PRELOAD
same "java, each function of the JVM" "$java -Xmx64m -cp /tmp/work/java Work" 'pid$target:libjvm.so::entry' -x pidsites=2000000
same "java, each function of all objects" "$java -Xmx64m -cp /tmp/work/java Work" 'pid$target:::entry' -x pidsites=2000000
same "java, each function of the JVM, code that is interpreted" "$java -Xint -Xmx64m -cp /tmp/work/java Work" 'pid$target:libjvm.so::entry' -x pidsites=2000000
trace 300 -qn 'hotspot$target:::thread-start { @t[substr(copyinstr(args[0]), 0, args[1])] = count(); }
	hotspot$target:::class-loaded /substr(copyinstr(args[0]), 0, args[1]) == "Work"/ { @c["class Work"] = count(); }
	hotspot$target:::vm-init-end { @i["begun"] = count(); } hotspot$target:::vm-shutdown { @i["ended"] = count(); }
	END { printa("%s %@d\n", @c); printa("%s %@d\n", @i); printa("%s %@d\n", @t); }' -c "$java -Xmx64m -cp /tmp/work/java Work"
show /tmp/out
check "java's own probes: begun" grep -qx 'begun 1' /tmp/out
check "java's own probes: ended" grep -qx 'ended 1' /tmp/out
check "java's own probes: the class" grep -qx 'class Work 1' /tmp/out
for thread in 0 1 2; do
	check "java's own probes: thread $thread" grep -qx "Thread-$thread 1" /tmp/out
done

# code that it compiles has names, once it has written them (parts/Named.java); the JVM keeps frame pointers if it is told to. It waits for
# its compiler, and compiles once: a version that came after the names, as on a busy machine, would have none
base64 -d /parts/Named.b64 >/tmp/work/java/Named.class
trace 600 -qn 'profile-499 /pid == $target && arg1/ { @f[usym(arg1)] = count(); @s[ustack(6)] = count(); } END { printa("%A %@d\n", @f); printa(@s); }' \
	-c "$java -Xmx64m -XX:+PreserveFramePointer -Xbatch -XX:-TieredCompilation -cp /tmp/work/java Named 1000"
grep -q '^named$' /tmp/out || show /tmp/out
at_least "firings in code that java compiled, by its name" \
	"$(awk '/^perf-[0-9]+\.map`long Named\.compiled\(long\) [0-9]+$/ { n += $NF } END { print n }' /tmp/out)" 100
check "a stack goes through code that java made into the JVM" awk '/Named.compiled/ { compiled = 1 } /`Interpreter\+/ && compiled { made = 1 }
	/libjvm.so`.*JavaCalls/ && made { good = 1 } NF == 0 { compiled = made = 0 } END { exit !good }' /tmp/out
check "of the probes nothing is left" wait_until 30 nothing_left
unload
finish
