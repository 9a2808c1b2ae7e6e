# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dtrace.bash - completion for bash, of dtrace and of the tools: options, options of -x with their
# values, tools, topics, files, and probes as dtrace -l knows them (field by field; asked once per
# shell).
#
# Everything before "# ---- bash" is for zsh, too (packaging/zsh.cmake): what a word of the command
# line can be, without what a shell does with it.

_dtrace_compile="account aggpercpu amin= argref columns= compat= core= cpp cppargs= cpphdrs cpppath= ctfpath= ctypes= debug debugassert=
defaultargs define= demangle disasm= dofstashpath= droptags dtypes= dump= empty encoding= errtags evaltime= flowall flowtime incdir= iregs= json kdefs knodefs late=
lazyload ldpath= libdir= linkmode= linknommap linktype= maxdepth= modpath= nointr nolibs objcopypath= oformat= pgmax= pidsites= pidwait= preallocate= procfspath= pspec setenv=
stackkeys= stdc= strip syslibdir= sysslice= toprows= tree= tregs= udefs undef= unodefs unsetenv= usdt= useruid= verbose version= zdefs"
_dtrace_run="aggrate= aggsize= agghist aggpack aggsortkey aggsortkeypos= aggsortpos= aggsortrev aggzoom bpflog bpflogsize= bufpolicy=
bufresize= bufsize= cleanrate= cpu= destructive dynvarsize= flowindent grabanon jstackframes= jstackstrsize= lockmem= maxframes=
noresolve nspec= pcapsize= printsize= quiet quietresize rawbytes scratchsize= specsize= stackframes= stackindent= statusrate=
strsize= switchrate= temporal ustackframes= zone="
_dtrace_tools="argdist biolatency biosnoop bitesize execsnoop exitsnoop failtrace fileslower filetop funccount functime killsnoop lockwait
modtrace mountsnoop offcpu oncpu opensnoop pagefaults runqlat stackcount syscount syserrors tcpaccept tcpconnect tcplife tcpretrans
threadsnoop ustackcount wakeups"
_dtrace_letters="-32 -64 -a -A -b -B -c -C -D -e -f -F -G -h -H -i -I -l -L -m -n -o -p -P -q -s -S -U -v -V -w -x -X -Z --help --examples --list-tools --report --self-test --tool --version"

# _dtrace_probes FIELD WORD: descriptions that WORD can become, up to its field FIELD (1 provider .. 4 name)
_dtrace_probes()
{
	awk -F: -v field="$1" -v word="$2" '
		BEGIN { split(word, part, ":") }
		{
			line = ""
			for (i = 1; i < field; i++) {
				if (part[i] != "" && part[i] != $i)
					next
				line = line part[i] ":"
			}
			line = line $field (field < 4 ? ":" : "")
			if (index(line, word) == 1 && !(line in seen)) {
				seen[line]
				print line
			}
		}' <<<"$_dtrace_list"
}

# _dtrace_field FIELD WORD: what the field alone can be
_dtrace_field()
{
	awk -F: -v field="$1" -v word="$2" 'index($field, word) == 1 && $field != "" && !($field in seen) { seen[$field]; print $field }' <<<"$_dtrace_list"
}

# _dtrace_load KIND: if words of this kind come from it, the columns of dtrace -l; module and function are empty where there are none.
_dtrace_load()
{
	case $1 in call | function | module | probe | provider) ;; *) return ;; esac
	[ -n "$_dtrace_list" ] && return
	_dtrace_list=$(dtrace -l 2>/dev/null | awk 'NR > 1 { print $2 ":" (NF > 3 ? $3 : "") ":" (NF > 4 ? $4 : "") ":" $NF }')
}

_dtrace_value()
{
	case $1 in
	columns) echo yes no ;;
	compat) echo illumos oracle ;;
	bufpolicy) echo ring fill switch ;;
	bufresize) echo auto manual ;;
	dump) echo tokens ast dif dof ;;
	encoding) echo ascii utf8 ;;
	evaltime) echo exec preinit postinit main ;;
	late) echo dynamic static ;;
	linkmode) echo kernel primary dynamic static ;;
	linktype) echo elf dof ;;
	oformat) echo text json csv folded speedscope ;;
	stackkeys) echo frames labels ;;
	stdc) echo a c s t ;;
	usdt) echo notes dof ;;
	esac
}

# _dtrace_argument OPTION: what the argument of OPTION is, of several letters that of the last; nothing: there is none
_dtrace_argument()
{
	local letters=${1#-}

	case $1 in
	--tool | --examples) echo "${1#--}"; return ;;
	--report) echo file; return ;;
	-[!-]*) ;;
	*) return ;;
	esac
	case ${letters%?} in *[!aABCeFGhHlqSvVwZ]*) return ;; esac
	case $letters in
	*[so]) echo file ;;
	*[IL]) echo folder ;;
	*c) echo command ;;
	*f) echo function ;;
	*m) echo module ;;
	*n) echo probe ;;
	*p) echo pid ;;
	*P) echo provider ;;
	*x) echo option ;;
	*X) echo stdc ;;
	*[bDiU]) echo other ;;
	esac
}

# _dtrace_offer KIND WORD: the words of this kind that WORD can become; files, folders and commands are the shell's
_dtrace_offer()
{
	local value

	case $1 in
	tool) dtrace --list-tools 2>/dev/null | awk '{ print $1 }' ;;
	examples) dtrace --examples 2>/dev/null | awk '{ print $1 }' | sort -u ;;
	pid) ps -e -o pid= | tr -d ' ' ;;
	program) ps -e -o comm= | sort -u ;;
	device) ls /sys/block 2>/dev/null ;;
	stdc) printf '%s\n' a c s t ;;
	letter) printf '%s\n' $(echo "$_dtrace_letters") ;;
	option)
		case $2 in
		*=*) for value in $(_dtrace_value "${2%%=*}"); do echo "${2%%=*}=$value"; done ;;
		*) printf '%s\n' $(echo "$_dtrace_compile $_dtrace_run") ;;
		esac ;;
	provider) _dtrace_field 1 "$2" ;;
	module) _dtrace_field 2 "$2" ;;
	function) _dtrace_field 3 "$2" ;;
	call) grep '^syscall:' <<<"$_dtrace_list" | cut -d: -f3 | sort -u ;;
	probe)
		value=${2//[!:]/}
		_dtrace_probes $((${#value} + 1)) "$2"
		# a word alone is a name
		case $2 in *:* | "") ;; *) _dtrace_field 4 "$2" ;; esac ;;
	esac | awk -v word="$2" 'index($0, word) == 1'
}

# _dtrace_tool_options COMMAND...: the options that the help of the tool COMMAND has
_dtrace_tool_options()
{
	"$@" --help 2>/dev/null </dev/null | awk '/^Options:/ { on = 1 } on && $1 ~ /^-/ { print $1 } END { print "--help" }'
}

# _dtrace_tool_argument OPTION: as _dtrace_argument, for a tool
_dtrace_tool_argument()
{
	case $1 in
	--report | -o | -[jh]o) echo file ;;
	-p | -[jh]p) echo pid ;;
	-c | -[jh]c) echo command ;;
	-x | -[jh]x) echo option ;;
	-[dt] | -[jh][dt]) echo other ;;
	esac
}

# _dtrace_tool_place WORD...: which of the tool's arguments the last word is, from 1 on
_dtrace_tool_place()
{
	local place=1

	while [ $# -gt 1 ]; do
		case $1 in
		-*) [ -z "$(_dtrace_tool_argument "$1")" ] || shift ;;
		*) place=$((place + 1)) ;;
		esac
		[ $# = 0 ] || shift
	done
	echo "$place"
}

# _dtrace_tool_word PLACE COMMAND...: what the argument at PLACE is, as the usage line of the tool COMMAND says
_dtrace_tool_word()
{
	local place=$1 kind

	shift
	kind=$("$@" --help 2>/dev/null </dev/null | awk -v place="$place" '/^\t/ {
		user = /\t[a-z]+ -[pc]/
		gsub(/\[-[^]]*\]| -[pc] [a-z]+/, "")
		gsub(/[][]/, "")
		print user && $(place + 1) == "function" ? "other" : $(place + 1)
		exit
	}')
	case $kind in
	pattern) echo function ;;
	call | device | function | probe | program) echo "$kind" ;;
	*) echo other ;;
	esac
}

# ---- bash

# _dtrace_split LINE: its words without their quotes are $_dtrace_words; $_dtrace_stem is that part of the last one that readline leaves
# as it is, $_dtrace_quote the quote that is open at the end.
_dtrace_split()
{
	local line=$1 char word= begun= i

	_dtrace_words=() _dtrace_stem= _dtrace_quote=
	for ((i = 0; i < ${#line}; i++)); do
		char=${line:i:1}
		if [ "$char" = "$_dtrace_quote" ]; then
			_dtrace_quote=
		elif [ -n "$_dtrace_quote" ]; then
			word+=$char
		elif [[ $char == [\'\"] ]]; then
			_dtrace_quote=$char _dtrace_stem=$word begun=yes
		elif [ "$char" = \\ ]; then
			i=$((i + 1)) word+=${line:i:1} begun=yes
		elif [[ $char == [[:space:]] ]]; then
			[ -z "$begun" ] || _dtrace_words+=("$word")
			word= begun= _dtrace_stem=
		else
			word+=$char begun=yes
			[[ $COMP_WORDBREAKS != *"$char"* ]] || _dtrace_stem=$word
		fi
	done
	_dtrace_words+=("$word")
}

# _dtrace_reply KIND WORD [PREFIX]: $COMPREPLY has the words of this kind; PREFIX is before WORD in the same word of the line
_dtrace_reply()
{
	local kind=$1 word=$2 prefix=$3

	COMPREPLY=()
	_dtrace_load "$kind"
	case $kind in
	other) return ;;
	file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
	command) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
	tool) mapfile -t COMPREPLY < <(_dtrace_offer tool "$word"; compgen -f -X '!*.d' -- "$word") ;;
	probe | provider | module | function | option)
		# a program may follow, or a value
		[[ $kind == option && $word == *=* ]] || compopt -o nospace 2>/dev/null
		[[ $kind == option || $word != *[/{]* ]] || return
		mapfile -t COMPREPLY < <(_dtrace_offer "$kind" "$word")
		# readline would close the quote after the only word
		while [[ -n $_dtrace_quote && ${#COMPREPLY[@]} == 1 && $COMPREPLY == *: ]]; do
			mapfile -t COMPREPLY < <(_dtrace_offer "$kind" "$COMPREPLY")
		done
		[[ -z $_dtrace_quote || ${#COMPREPLY[@]} != 1 || $kind == option ]] || COMPREPLY+=("$COMPREPLY {") ;;
	*) mapfile -t COMPREPLY < <(_dtrace_offer "$kind" "$word") ;;
	esac
	COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
	COMPREPLY=("${COMPREPLY[@]#"$_dtrace_stem"}")
}

# _dtrace_reply_tool COMMAND...: the last of $_dtrace_words, which begin with those of the tool COMMAND
_dtrace_reply_tool()
{
	local word=${_dtrace_words[-1]} kind

	kind=$(_dtrace_tool_argument "${_dtrace_words[-2]}")
	if [ -n "$kind" ]; then
		_dtrace_reply "$kind" "$word"
	elif [[ $word == --report=* ]]; then
		_dtrace_reply file "${word#*=}" "${word%%=*}="
	elif [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_dtrace_tool_options "$@")" -- "$word")
	else
		_dtrace_reply "$(_dtrace_tool_word "$(_dtrace_tool_place "${_dtrace_words[@]:$#}")" "$@")" "$word"
	fi
}

_dtrace_tool()
{
	_dtrace_split "${COMP_LINE:0:COMP_POINT}"
	COMPREPLY=()
	_dtrace_reply_tool "${_dtrace_words[0]}"
}

_dtrace()
{
	local word kind

	_dtrace_split "${COMP_LINE:0:COMP_POINT}"
	COMPREPLY=()
	word=${_dtrace_words[-1]}
	if [[ ${_dtrace_words[1]} == --tool && ${#_dtrace_words[@]} -gt 3 ]]; then
		_dtrace_reply_tool dtrace --tool "${_dtrace_words[2]}"
		return
	elif [[ ${_dtrace_words[1]} == --tool=* && ${#_dtrace_words[@]} -gt 2 ]]; then
		_dtrace_reply_tool dtrace "${_dtrace_words[1]}"
		return
	fi
	kind=$(_dtrace_argument "${_dtrace_words[-2]}")
	if [ -n "$kind" ]; then
		_dtrace_reply "$kind" "$word"
	elif [[ $word == --*=* ]]; then
		_dtrace_reply "$(_dtrace_argument "${word%%=*}")" "${word#*=}" "${word%%=*}="
	elif [[ $word == -* ]]; then
		_dtrace_reply letter "$word"
	else
		_dtrace_reply file "$word"
	fi
}

complete -F _dtrace dtrace anytrace
# shellcheck disable=SC2086 # words
complete -F _dtrace_tool $_dtrace_tools
