#!/bin/bash
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_usdt.sh DTRACE TREE - dtrace -h and -G: the command lines that builds of programs give, and what they do to the header afterwards;
# names of files; what is refused, with its tag, leaving no file.
dtrace=$1 tree=$2 failed=0
. "$tree/toolchains/lib/all.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail()
{
	echo "FAILED: $*"
	failed=1
}

# good ARGUMENTS...: dtrace succeeds and says nothing
good()
{
	"$dtrace" "$@" >output 2>&1 || fail "dtrace $*: $(cat output)"
	[ ! -s output ] || fail "dtrace $*: says $(cat output)"
}

# refused STATUS WORDS ARGUMENTS...: it fails so, says the words, and leaves neither h nor o
refused()
{
	local status=$1 words=$2
	shift 2
	rm -f h o
	"$dtrace" "$@" >output 2>&1
	[ $? = "$status" ] || fail "dtrace $*: not status $status"
	case $(cat output) in *"$words"*) ;; *) fail "dtrace $*: not '$words': $(cat output)" ;; esac
	[ ! -e h ] && [ ! -e o ] || fail "dtrace $*: leaves a file"
}

# compiles FILE STATEMENTS: a program with the header
compiles()
{
	printf '#include "%s"\nint main(void) { %s return 0; }\n' "$1" "$2" >use.c
	gcc -Wall -Wextra -Werror -c use.c -o use.o || fail "$1: $2"
}

# ---- Python: attributes at the end; sed changes the first prefix of each line
cat >pydtrace.d <<'END'
/* Python DTrace provider */
provider python {
    probe function__entry(const char *, const char *, int);
    probe gc__start(int);
    probe gc__done(long);
    probe audit(const char *, void *);
};

#pragma D attributes Evolving/Evolving/Common provider python provider
#pragma D attributes Evolving/Evolving/Common provider python module
#pragma D attributes Evolving/Evolving/Common provider python function
#pragma D attributes Evolving/Evolving/Common provider python name
#pragma D attributes Evolving/Evolving/Common provider python args
END
export CC=gcc CFLAGS=-O2
good -o pydtrace_probes.h -h -s pydtrace.d
sed 's/PYTHON_/PyDTrace_/' pydtrace_probes.h >py.h
! grep -q PYTHON_ py.h || fail "sed leaves a name: $(grep PYTHON_ py.h | head -1)"
compiles py.h 'if (PyDTrace_GC_START_ENABLED()) PyDTrace_GC_START(2); PyDTrace_FUNCTION_ENTRY("f", "g", 3); PyDTrace_AUDIT("a", 0);'
good -o pydtrace.o -G -s pydtrace.d use.o
gcc use.o pydtrace.o -o use || fail "does not link"

# ---- PostgreSQL: -C, macros for types, the name of the output last
cat >probes.d <<'END'
#define Oid unsigned int
#define bool unsigned char

provider postgresql {

	probe transaction__start(unsigned int);
	probe query__start(const char *);
	probe deadlock__found();
	probe smgr__md__read__start(int, unsigned int, Oid, Oid, Oid, bool);
	probe statement__status(char *, char *);
};
END
good -C -h -s probes.d -o probes.h.tmp
sed -e 's/POSTGRESQL_/TRACE_POSTGRESQL_/g' -e 's/( *char \*/(const char */g' -e 's/, *char \*/, const char */g' probes.h.tmp >probes.h
compiles probes.h 'if (TRACE_POSTGRESQL_QUERY_START_ENABLED()) TRACE_POSTGRESQL_QUERY_START("select"); TRACE_POSTGRESQL_DEADLOCK_FOUND();'
good -C -G -s probes.d use.o use.o -o probes.o
gcc use.o probes.o -o use || fail "does not link"

# ---- Ruby: a file that is included, the guard of a temporary name
mkdir -p include
echo '#define DETAILS 1' >include/opts.h
cat >ruby.d <<'END'
#include "opts.h"

provider ruby {
  /*
     ruby:::method-entry(classname, lineno); it's fired "just" before `a method` is entered.
  */
  probe method__entry(const char *classname, int lineno);
#if DETAILS
  probe insn(const char *name);
#endif
  probe gc__mark__begin();
};
#pragma D attributes Stable/Evolving/Common provider ruby provider
END
good -o probes.h.tmp -h -C -I. -Iinclude -s ruby.d
sed -e 's/RUBY_/RUBY_DTRACE_/g' -e 's/PROBES_H_TMP/PROBES_H/g' -e 's/(char \*/(const char */g' probes.h.tmp >ruby.h
grep -q '^#ifndef _PROBES_H$' ruby.h || fail "no guard by the name of the output"
compiles ruby.h 'RUBY_DTRACE_METHOD_ENTRY("C", 1); RUBY_DTRACE_INSN("nop"); RUBY_DTRACE_GC_MARK_BEGIN();'
good -G -C -I. -Iinclude -s ruby.d -o ruby.o use.o
good -G -C -DMORE=0 -Iinclude -s ruby.d use.o
[ -s ruby.o ] || fail "-G without -o: no ruby.o"

mkdir -p beside
cp ruby.d include/opts.h beside
good -h -C -s beside/ruby.d -o beside.h
refused 1 "[D_UNKNOWN]" -xerrtags -h -C -s ruby.d -o h

# ---- PHP
cat >zend_dtrace.d <<'END'
provider php {
	probe exception__caught(char *classname);
	probe compile__file__entry(char *compile_file, char *compile_file_translated);
	probe error(char *errormsg, char *request_file, int lineno);
};
END
good -h -C -s zend_dtrace.d -o zend_dtrace_gen.h.bak
sed -e 's,PHP_,DTRACE_,g' zend_dtrace_gen.h.bak >zend.h
compiles zend.h 'char *s = 0; if (DTRACE_ERROR_ENABLED()) DTRACE_ERROR(s, s, 1); DTRACE_COMPILE_FILE_ENTRY((char *)"a", (char *)"b");'
good -G -o zend_dtrace.d.o -s zend_dtrace.d use.o

# ---- libvirt: comments with #; node: -xnolibs; systemtap's order of options
cat >libvirt.d <<'END'
provider libvirt {
	# file: src/util/vireventglib.c
	# prefix: event_glib
	probe event_glib_add_handle(int watch, int fd, int events, void *cb, void *opaque, void *ff);
	probe rpc_socket_new(void *sock, int fd, int errfd, pid_t pid, const char *localAddr, const char *remoteAddr);
};
END
good -o libvirt.h -h -s libvirt.d
compiles libvirt.h 'LIBVIRT_EVENT_GLIB_ADD_HANDLE(1, 2, 3, 0, 0, 0); LIBVIRT_RPC_SOCKET_NEW(0, 1, 2, 3, "a", "b");'
good -o libvirt.o -G -s libvirt.d
good -h -xnolibs -s libvirt.d -o node.h
mkdir -p deeper
cp libvirt.d deeper/my.probes.d
good -h -s deeper/my.probes.d
[ -s my.probes.h ] || fail "-h without -o: no my.probes.h"
good -qh -s deeper/my.probes.d -s zend_dtrace.d -o both.h
compiles both.h 'LIBVIRT_EVENT_GLIB_ADD_HANDLE(1, 2, 3, 0, 0, 0); PHP_ERROR("a", "b", 1);'

# an object for each CPU, by the objects that it is linked with
for isa_name in $anytrace_isas; do
	isa_facts "$isa_name"
	command -v "$isa_triplet-gcc" >/dev/null || continue
	echo 'int x;' | "$isa_triplet-gcc" -xc -c - -o "$isa.o" && good -G -s libvirt.d "$isa.o" -o "made-$isa.o"
	"$isa_triplet-ld" -r "$isa.o" "made-$isa.o" -o linked.o || fail "$isa: does not link"
	[ "$isa_bits" = 64 ] || refused 1 "is an object of 32 bits, and -64 was given" -64 -G -s libvirt.d "$isa.o" -o o
	[ -z "${first:-}" ] || refused 1 "$first.o and $isa.o are for different CPUs" -G -s libvirt.d "$first.o" "$isa.o" -o o
	first=${first:-$isa}
done
isa_facts "$(isa_of_processor "$(uname -m)")"
if [ -n "$isa_narrow_isa" ]; then
	good -32 -G -s libvirt.d -o narrow.o
	[ ! -s "made-$isa_narrow_isa.o" ] || cmp -s narrow.o "made-$isa_narrow_isa.o" || fail "-32 is not the 32-bit programs of this machine"
fi

# ---- arguments that programs see by a translator, of their own or of the D library
cat >seen.d <<'END'
typedef struct raw { int x; } raw_t;
typedef struct seen { int y; } seen_t;
translator seen_t <raw_t *r> { y = r->x; };
provider over {
	probe one(raw_t *first, int second) : (int second, seen_t *first);
	probe two(struct task_struct *) : (psinfo_t *);
	probe three(int) : ();
};
END
good -G -s seen.d -o seen.o
readelf -p .note.anytrace seen.o | sed 's/^ *\(\[ *[0-9a-f]*\]\)\? *//; s/\\n$//' | sed -n '/^probe/,$p' | grep -v '^$' >got
diff - got <<'END' || fail "definitions with translators"
probe one
native raw_t * = struct raw *
native int
seen 1 int
seen 0 seen_t *
probe two
native struct task_struct *
seen 0 psinfo_t *
probe three
native int
unseen
END

# ---- what is refused
refused 2 "-h needs a script" -h -o h
refused 2 "-G needs a script" -G -o o
refused 2 "takes definitions of providers from scripts" -h -n 'provider a { probe b(); };' -o h
refused 2 "only one of -A -G -h -l -V" -h -G -s libvirt.d -o h
refused 1 "failed to open no.d" -h -s no.d -o h
refused 1 "failed to create header file /nowhere/h: No such file" -h -s libvirt.d -o /nowhere/h
refused 1 "cannot write /nowhere/o" -G -s libvirt.d -o /nowhere/o
refused 1 "no.o: it cannot be read" -G -s libvirt.d no.o -o o
head -c 100 use.o >cut.o
refused 1 "cut.o: it is an ELF file that is cut short" -G -s libvirt.d cut.o -o o
for linked in use libuse.so; do
	[ -e "$linked" ] || gcc -shared -x c /dev/null -o "$linked"
	refused 1 "$linked has been linked already: -G takes the object files that will be linked" -G -s libvirt.d use.o "$linked" -o o
done
refused 1 "Objects with DOF are not made" -G -xusdt=dof -s libvirt.d -o o
echo 'not ELF: of another kind of compiler' >other.o
good -G -s libvirt.d other.o -o made.o

# wrong TAG TEXT: a definition that is refused with this tag
wrong()
{
	echo "$2" >wrong.d
	refused 1 "[$1]" -xerrtags -h -s wrong.d -o h
	refused 1 "[$1]" -xerrtags -G -s wrong.d -o o
}
wrong D_SYNTAX 'provider a { probe b() };'
wrong D_SYNTAX 'provider a { probe b(unknown_t); };'
wrong D_PROV_BADNAME 'provider a1 { probe b(); };'
wrong D_PROV_BADNAME "provider a { probe $(printf 'b%.0s' {1..64})(); };"
wrong D_PROV_PRDUP 'provider a { probe b(); probe b(int); };'
wrong D_PROV_INCOMPAT 'provider a { probe b(); }; provider a { probe b(int); };'
wrong D_PROV_PRXLATOR 'struct s { int x; }; struct t { int y; }; provider a { probe b(struct s *) : (struct t *); };'
wrong D_DECL_PROTO_VARARGS 'provider a { probe b(int, ...); };'
wrong D_PROC_USDT 'provider a { probe b(double x); };'
wrong D_PROC_USDT 'struct s { int x; }; provider a { probe b(struct s); };'
wrong D_PROC_USDT 'provider a { probe b(int, int, int, int, int, int, int, int, int, int, int, int, int); };'
wrong D_PRAGMA_SCOPE 'provider a { probe b(); };
#pragma D attributes Stable/Stable/Common provider c provider'
wrong D_PRAGCTL_INVAL '#include "x.h"
provider a { probe b(); };'
echo 'typedef int nothing_t;' >wrong.d
refused 1 "There is no definition of a provider" -h -s wrong.d -o h
# outside of -h and -G, # file: is an error as ever
"$dtrace" -e -s libvirt.d >output 2>&1 && fail "# file: is a comment for all"
grep -q 'invalid control directive: #file:' output || fail "# file: $(cat output)"

exit $failed
