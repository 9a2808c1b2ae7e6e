# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The part of the completion that is for zsh: what can be said without a shell is the first part of dtrace.bash (packaging/zsh.cmake).

# _dtrace_reply KIND WORD: offers the words of this kind
_dtrace_reply()
{
	local kind=$1 word=$2
	local -a found

	_dtrace_load $kind
	[[ $kind == (call|function|module|option|probe|provider|other|file|folder|command) ]] ||
		found=("${(@f)$(_dtrace_offer $kind "$word")}")
	case $kind in
	other) ;;
	file) _files ;;
	folder) _files -/ ;;
	tool)
		compadd -- ${found:#}
		_files -g '*.d' ;;
	command) _command_names -e ;;
	option)
		if [[ $word == *=* ]]; then
			compset -P '*='
			compadd -- $(_dtrace_value "${word%%=*}")
		else
			compadd -S '' -- ${=_dtrace_compile} ${=_dtrace_run}
		fi ;;
	call | function | module | probe | provider)
		[[ $word != *[/{]* ]] || return
		found=("${(@f)$(_dtrace_offer $kind "$word")}")
		compadd -S '' -- ${found:#} ;;
	*) compadd -- ${found:#} ;;
	esac
}

# _dtrace_reply_tool FIRST COMMAND...: offers what the tool COMMAND takes, whose own words begin with number FIRST
_dtrace_reply_tool()
{
	local first=$1 word=$PREFIX kind

	shift
	kind=$(_dtrace_tool_argument "$words[CURRENT-1]")
	if [[ -n $kind ]]; then
		_dtrace_reply $kind "$word"
	elif [[ $word == --report=* ]]; then
		compset -P '*='
		_files
	elif [[ $word == -* ]]; then
		compadd -- $(_dtrace_tool_options "$@")
	else
		_dtrace_reply "$(_dtrace_tool_word "$(_dtrace_tool_place "${(@)words[first,CURRENT]}")" "$@")" "$word"
	fi
}

# _dtrace_command: offers what lockstat, plockstat and dtrace-export take
_dtrace_command()
{
	local word=$PREFIX kind=

	case ${words[1]:t}$words[CURRENT-1] in
	lockstat-o | dtrace-export-[sS] | dtrace-export--state) kind=file ;;
	lockstat-f) kind=function ;;
	plockstat-p) kind=pid ;;
	dtrace-export-n) kind=probe ;;
	*-x) kind=option ;;
	lockstat-[Ddeilns] | plockstat-[ens] | dtrace-export-[LNlm] | dtrace-export--(listen|max-samples|save)) kind=other ;;
	esac
	if [[ -n $kind ]]; then
		_dtrace_reply $kind "$word"
	elif [[ $word == -* ]]; then
		# the options that its help has, before the examples
		compadd -- $({ echo --help; $words[1] --help </dev/null | sed '/^Examples/,$d' } | tr ' ,[]{}' '\n' |
			grep -E '^-([A-Za-z]|-[a-z-]+)$' | LC_ALL=C sort -u)
	elif [[ ${words[1]:t} == dtrace-export ]]; then
		_files
	else
		_command_names -e
		_files
	fi
}

_dtrace()
{
	local word=$PREFIX kind

	if [[ ${words[1]:t} == (lockstat|plockstat|dtrace-export) ]]; then
		_dtrace_command
		return
	fi
	if [[ " ${_dtrace_tools//$'\n'/ } " == *" ${words[1]:t} "* ]]; then
		_dtrace_reply_tool 2 $words[1]
		return
	elif [[ $words[2] == --tool && $CURRENT -gt 3 ]]; then
		_dtrace_reply_tool 4 dtrace --tool $words[3]
		return
	elif [[ $words[2] == --tool=* && $CURRENT -gt 2 ]]; then
		_dtrace_reply_tool 3 dtrace $words[2]
		return
	fi
	kind=$(_dtrace_argument "$words[CURRENT-1]")
	if [[ -n $kind ]]; then
		_dtrace_reply $kind "$word"
	elif [[ $word == --*=* ]]; then
		kind=$(_dtrace_argument "${word%%=*}")
		compset -P '*='
		_dtrace_reply "${kind:-other}" "${word#*=}"
	elif [[ $word == -* ]]; then
		_dtrace_reply letter "$word"
	else
		_files
	fi
}

# the file is the function when it is loaded by its name
[ "$funcstack[1]" != _anytrace ] || _dtrace "$@"
