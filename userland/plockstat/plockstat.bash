# SPDX-License-Identifier: MIT OR GPL-2.0-only
# plockstat.bash - completion of the command line of plockstat for bash: its letters, numbers of processes, the command.

_plockstat()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} i
	COMPREPLY=()
	case $before in
	-p) mapfile -t COMPREPLY < <(compgen -W "$(cd /proc && echo [1-9]*)" -- "$word") && return ;;
	-[nsex]) return ;;
	esac
	# after the first word that is no option there is a command, with its own arguments
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-*[npsex]) i=$((i + 1)) ;;
		-*) ;;
		*) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
		esac
	done
	case $word in
	-*) mapfile -t COMPREPLY < <(compgen -W " -A -C -H -V -v -e -n -p -s -x --help " -- "$word") ;;
	*) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
	esac
}
complete -F _plockstat plockstat
