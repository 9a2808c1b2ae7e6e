# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The second half of the completion for zsh: the first is that of dtrace.bash, up to its own function (packaging/zsh.cmake).

_dtrace()
{
	local before=$words[CURRENT-1] word=$PREFIX option
	local -a found
	case $before in
	-s | -o | --report | -[qCFwZeShG]#s) _files; return ;;
	-L | -I) _files -/; return ;;
	-X) compadd -- a c s t; return ;;
	-x)
		if [[ $word == *=* ]]; then
			option=${word%%=*}
			compset -P '*='
			compadd -- $(_dtrace_value "$option")
		else
			compadd -S '' -- ${=_dtrace_compile} ${=_dtrace_run}
		fi
		return ;;
	-p) compadd -- $(ps -e -o pid=); return ;;
	--examples) compadd -- $(dtrace --examples 2>/dev/null | awk '{ print $1 }' | sort -u); return ;;
	-c) _command_names -e; return ;;
	-P | -m | -f | -n)
		[[ $word == *[/{]* ]] && return
		_dtrace_load
		case $before in
		-n) found=("${(@f)$(_dtrace_probes $((${#word//[^:]/} + 1)) "$word")}") ;;
		-P) found=("${(@f)$(_dtrace_field 1 "$word")}") ;;
		-m) found=("${(@f)$(_dtrace_field 2 "$word")}") ;;
		-f) found=("${(@f)$(_dtrace_field 3 "$word")}") ;;
		esac
		compadd -S '' -- ${found:#}
		return ;;
	esac
	case $word in
	--report=*) compset -P '*='; _files ;;
	-*) compadd -- ${=_dtrace_letters} ;;
	*) _files ;;
	esac
}

# the file is the function when it is loaded by its name
[ "$funcstack[1]" != _anytrace ] || _dtrace "$@"
