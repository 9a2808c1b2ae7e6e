# SPDX-License-Identifier: MIT OR GPL-2.0-only
# lockstat.bash - completion of the command line of lockstat for bash: its letters, names of the kernel's functions, the command.

_lockstat()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} i
	COMPREPLY=()
	case $before in
	-f) mapfile -t COMPREPLY < <(awk -v word="$word" '$2 ~ /[tT]/ && index($3, word) == 1 { print $3 }' /proc/kallsyms 2>/dev/null) && return ;;
	-l) mapfile -t COMPREPLY < <(awk -v word="$word" '$2 ~ /[bBdD]/ && index($3, word) == 1 { print $3 }' /proc/kallsyms 2>/dev/null) && return ;;
	-o) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
	-e) mapfile -t COMPREPLY < <(compgen -W "0 1 2 4 5 6 7 8 32 33 34 35 56 60 61" -- "$word") && return ;;
	-[Ddinsx]) return ;;
	esac
	# after the first word that is no option there is a command, with its own arguments
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-*[Ddefilnosx]) i=$((i + 1)) ;;
		-*) ;;
		*) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
		esac
	done
	case $word in
	-*) mapfile -t COMPREPLY < <(compgen -W " -A -C -E -H -I -T -V -b -c -g -h -k -p -P -R -t -w -W -D -d -e -f -i -l -n -o -s -x --help " -- "$word") ;;
	*) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
	esac
}
complete -F _lockstat lockstat
