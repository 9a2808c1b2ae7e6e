# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dtrace.bash - completion of the command line of dtrace for bash: letters, options of -x with their values, files, and probes
# as dtrace -l knows them (field by field; asked once per shell).

_dtrace_compile="account aggpercpu amin= argref columns= compat= core= cpp cppargs= cpphdrs cpppath= ctfpath= ctypes= debug debugassert=
defaultargs define= demangle disasm= dofstashpath= droptags dtypes= dump= empty encoding= errtags evaltime= flowall flowtime incdir= iregs= json kdefs knodefs late=
lazyload ldpath= libdir= linkmode= linknommap linktype= maxdepth= modpath= nointr nolibs objcopypath= oformat= pgmax= pidsites= pidwait= preallocate= procfspath= pspec setenv=
stackkeys= stdc= strip syslibdir= sysslice= toprows= tree= tregs= udefs undef= unodefs unsetenv= usdt= useruid= verbose version= zdefs"
_dtrace_run="aggrate= aggsize= agghist aggpack aggsortkey aggsortkeypos= aggsortpos= aggsortrev aggzoom bpflog bpflogsize= bufpolicy=
bufresize= bufsize= cleanrate= cpu= destructive dynvarsize= flowindent grabanon jstackframes= jstackstrsize= lockmem= maxframes=
noresolve nspec= pcapsize= printsize= quiet quietresize rawbytes scratchsize= specsize= stackframes= stackindent= statusrate=
strsize= switchrate= temporal ustackframes= zone="
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

# Columns of dtrace -l; module and function are empty where there are none.
_dtrace_load()
{
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
	usdt) echo notes ;;
	esac
}

_dtrace()
{
	local word=${COMP_LINE:0:COMP_POINT} before option colons
	word=${word##*[[:space:]]}
	before=${COMP_LINE:0:COMP_POINT-${#word}}
	before=${before%"${before##*[![:space:]]}"}
	before=${before##*[[:space:]]}
	COMPREPLY=()
	case $before in
	-s | -o | --report | -[qCFwZeShG]*s) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")); return ;;
	-L | -I) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")); return ;;
	-X) COMPREPLY=($(compgen -W "a c s t" -- "$word")); return ;;
	-x)
		option=${word%%=*}
		if [[ $word == *=* ]]; then
			COMPREPLY=($(compgen -W "$(_dtrace_value "$option")" -- "${word#*=}"))
		else
			compopt -o nospace 2>/dev/null
			COMPREPLY=($(compgen -W "$_dtrace_compile $_dtrace_run" -- "$word"))
		fi
		return ;;
	-p)
		COMPREPLY=($(compgen -W "$(ps -e -o pid=)" -- "$word"))
		return ;;
	--examples)
		COMPREPLY=($(compgen -W "$(dtrace --examples 2>/dev/null | awk '{ print $1 }' | sort -u)" -- "$word"))
		return ;;
	-c)
		COMPREPLY=($(compgen -c -- "$word"))
		return ;;
	-P | -m | -f | -n)
		[[ $word == *[/{\'\"]* ]] && return
		colons=${word//[!:]/}
		compopt -o nospace 2>/dev/null
		_dtrace_load
		case $before in
		-n) COMPREPLY=($(_dtrace_probes $((${#colons} + 1)) "$word")) ;;
		-P) COMPREPLY=($(_dtrace_field 1 "$word")) ;;
		-m) COMPREPLY=($(_dtrace_field 2 "$word")) ;;
		-f) COMPREPLY=($(_dtrace_field 3 "$word")) ;;
		esac
		# what readline counts as the word begins after the last colon
		[[ $COMP_WORDBREAKS == *:* && $word == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%:*}":}")
		return ;;
	esac
	case $word in
	--report=*) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "${word#*=}")) ;;
	-*) COMPREPLY=($(compgen -W "$_dtrace_letters" -- "$word")) ;;
	*) COMPREPLY=($(compgen -f -- "$word")) ;;
	esac
}

complete -F _dtrace dtrace anytrace
