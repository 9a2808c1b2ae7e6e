# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Shared by every script of the tree: where things are, progress messages, locks, installing what is missing.
# Everything here talks to stderr only: stdout belongs to the program that is run.

anytrace_top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
anytrace_cache=${ANYTRACE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/anytrace}
anytrace_build=${ANYTRACE_BUILD:-$anytrace_top/build}
anytrace_tool=${0##*/}
anytrace_jobs=${ANYTRACE_JOBS:-$(nproc)}
# Debian's users do not have these in their path, and depmod is there.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

# now_ms: milliseconds since some fixed moment
now_ms()
{
	local t=${EPOCHREALTIME/[.,]/}
	echo $((t / 1000))
}

# seconds FROM_MS: the time since then, as "1.3 s"
seconds()
{
	local d=$(($(now_ms) - $1))
	printf '%d.%d s' $((d / 1000)) $((d % 1000 / 100))
}

say()
{
	[ -n "${ANYTRACE_QUIET:-}" ] || printf '%s: %s\n' "$anytrace_tool" "$*" >&2
}

die()
{
	printf '%s: %s\n' "$anytrace_tool" "$*" >&2
	exit "${die_status:-1}"
}

# needs_value OPTION [VALUE] [...]: called with "$@" where the value of the option is taken; when there is none, one line says so
needs_value()
{
	[ -n "${2:-}" ] || die_status=2 die "$1 needs a value"
}

# anytrace_version: the version of everything, as project() in CMakeLists.txt says it
anytrace_version()
{
	sed -n 's/^project(anytrace VERSION \([0-9.]*\).*/\1/p' "$anytrace_top/CMakeLists.txt"
}

# anytrace_commit: what the tree is a version of, as git says it; nothing without git
anytrace_commit()
{
	git -C "$anytrace_top" -c safe.directory='*' describe --always --dirty 2>/dev/null
}

# Folders and files of the tree that every build reads: the host engine in the programs is made of the module's sources.
anytrace_sources="CMakeLists.txt cmake base core include isa os providers spec tools toolchains/lib"

# fingerprint WORD... -- PATH...: a line that stays the same as long as the words do, and the files below the paths of the tree, by name, size
# and time of change. What a build was made of: to find that nothing is to be done takes make and ninja seconds, on a busy machine many.
fingerprint()
{
	local words=
	while [ "$1" != -- ]; do
		words+="$1 "
		shift
	done
	shift
	words+=$(cd "$anytrace_top" && find "$@" -type f ! -path '*/__pycache__/*' -printf '%p %s %T@\n' | LC_ALL=C sort | sha256sum)
	echo "$words"
}

# is_made STAMP FINGERPRINT FILE...: whether a build left these files, and STAMP with that fingerprint, which is written when it has ended well
is_made()
{
	local stamp=$1 made=$2 file
	shift 2
	for file; do
		[ -e "$file" ] || return
	done
	[ "$(cat "$stamp" 2>/dev/null)" = "$made" ]
}

# step "doing it" command...: announces a step that may take long, runs it, says how long it took
step()
{
	local what=$1 start
	shift
	start=$(now_ms)
	say "$what ..."
	"$@" || return
	say "$what: $(seconds "$start")"
}

# quiet_step "doing it" command...: the same for a step that is usually over at once: one line, afterwards. A step that takes longer than
# quiet_seconds says so meanwhile, and how long it took the last time that it was not over at once; shorter ones leave that figure alone.
quiet_seconds=5
quiet_step()
{
	local what=$1 start last took status=0 notice
	shift
	last=$anytrace_cache/took/$(printf %s "$what" | tr -c 'A-Za-z0-9.\n' _)
	start=$(now_ms)
	{
		trap - EXIT INT TERM # the cleanup of the script is not for this process
		read -r -t "$quiet_seconds" <> <(:) || true # a sleep that is no process, and ends with this one
		say "$what ... ($([ ! -s "$last" ] || echo "took $(cat "$last") the last time; ")a minute or more the first time, and on a busy machine)"
	} &
	notice=$!
	"$@" || status=$?
	{ kill -KILL "$notice" && wait "$notice"; } 2>/dev/null || true # KILL: it may not have come to its first line
	[ $status = 0 ] || return $status
	took=$(seconds "$start")
	say "$what: $took"
	[ $(($(now_ms) - start)) -lt $((quiet_seconds * 1000)) ] || { mkdir -p "${last%/*}" && echo "$took" >"$last"; } 2>/dev/null || true
}

# logged FILE command...: output goes to FILE, and to stderr when the command fails
logged()
{
	local log=$1
	shift
	if ! "$@" >"$log" 2>&1; then
		tail -n 40 "$log" >&2
		return 1
	fi
}

# with_lock FILE command...: one process at a time
with_lock()
{
	local file=$1 fd status
	shift
	mkdir -p "$(dirname "$file")"
	exec {fd}>"$file"
	flock "$fd"
	"$@" {fd}>&-
	status=$?
	exec {fd}>&-
	return $status
}

# shell_quote ARG...: the arguments as one line that any POSIX shell reads back
shell_quote()
{
	local arg out=
	for arg; do
		out+=" '${arg//\'/\'\\\'\'}'"
	done
	printf '%s\n' "${out# }"
}
