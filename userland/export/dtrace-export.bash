# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dtrace-export.bash - completion of the command line of dtrace-export for bash: its options, scripts, files.

_dtrace_export()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	COMPREPLY=()
	compopt -o filenames 2>/dev/null
	case $before in
	-s) mapfile -t COMPREPLY < <(compgen -f -X '!*.d' -- "$word" && compgen -d -- "$word") && return ;;
	-S | --state) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
	-l | --listen) mapfile -t COMPREPLY < <(compgen -W "127.0.0.1:10430 [::1]:10430 0.0.0.0:10430" -- "$word") && return ;;
	-[Lmnx] | -N | --save | --max-samples) return ;;
	esac
	case $word in
	-*) mapfile -t COMPREPLY < <(compgen -W " -C -L -N -S -Z -l -m -n -s -w -x --help --listen --max-samples --save --state --version " -- "$word") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
}
complete -F _dtrace_export dtrace-export
