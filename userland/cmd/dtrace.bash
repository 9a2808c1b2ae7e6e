# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dtrace.bash - completion of dtrace(1) for bash: options, names of -x, their words, probes that exist, scripts.
# Source it, or install it as /usr/share/bash-completion/completions/dtrace.

# _dtrace_field COLUMN PREFIX: names in one column of the listing (2 provider, 3 module, 4 function, 5 name)
_dtrace_field()
{
	local flag
	case $1 in 2) flag=-P ;; 3) flag=-m ;; 4) flag=-f ;; *) flag=-n ;; esac
	# fields can be empty, so the columns are cut by their widths
	dtrace -l $flag "$2*" 2>/dev/null | awk -v column="$1" '
		NR > 1 {
			at = column == 2 ? 7 : column == 3 ? 18 : column == 4 ? 36 : 70
			length_ = column == 2 ? 10 : column == 3 ? 17 : column == 4 ? 33 : 64
			text = substr($0, at, length_)
			gsub(/ /, "", text)
			if (text != "") print text
		}' | sort -u
}

_dtrace()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local flags="-32 -64 -C -D -e -f -F -H -I -i -l -L -m -n -o -P -q -s -S -U -v -V -w -x -X -Z -b --help"
	local options="account aggpercpu agghist aggpack aggrate= aggsize= aggsortkey aggsortkeypos= aggsortpos= aggsortrev
		aggzoom amin= argref bufpolicy= bufresize= bufsize= cleanrate= compat= cpp cpphdrs cpppath= cpu= define= defaultargs
		destructive droptags dump= dynvarsize= empty encoding= errtags flowindent incdir= jstackframes= jstackstrsize= libdir=
		nolibs noresolve nspec= pspec quiet rawbytes specsize= stackframes= stackindent= statusrate= stdc= strsize= switchrate=
		temporal undef= ustackframes= verbose version= zdefs"

	COMPREPLY=()
	# "bufpolicy=ri": bash has split the word at the equals sign
	if [[ $prev == "=" ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}=
	elif [[ $cur == "=" ]]; then
		prev=$prev=
		cur=
	fi
	case $prev in
	*bufpolicy=) COMPREPLY=($(compgen -W "switch ring fill" -- "$cur")) ;;
	*bufresize=) COMPREPLY=($(compgen -W "auto manual" -- "$cur")) ;;
	*compat=) COMPREPLY=($(compgen -W "illumos oracle" -- "$cur")) ;;
	*encoding=) COMPREPLY=($(compgen -W "ascii utf8" -- "$cur")) ;;
	*dump=) COMPREPLY=($(compgen -W "tokens ast dif dof" -- "$cur")) ;;
	*stdc= | -X) COMPREPLY=($(compgen -W "a c s t" -- "$cur")) ;;
	-x)
		COMPREPLY=($(compgen -W "$options" -- "$cur"))
		[[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace
		;;
	-P) COMPREPLY=($(compgen -W "$(_dtrace_field 2 "$cur")" -- "$cur")) ;;
	-m) COMPREPLY=($(compgen -W "$(_dtrace_field 3 "$cur")" -- "$cur")) ;;
	-f) COMPREPLY=($(compgen -W "$(_dtrace_field 4 "$cur")" -- "$cur")) ;;
	-n) [[ $cur == *:* ]] || COMPREPLY=($(compgen -W "$(_dtrace_field 5 "$cur")" -- "$cur")) ;;
	-s | -qs | -Fs | -ls | -es | -Cs | -o) COMPREPLY=($(compgen -f -- "$cur")) ;;
	-I | -L) COMPREPLY=($(compgen -d -- "$cur")) ;;
	-b | -D | -U | -i) ;;
	*)
		if [[ $cur == -* ]]; then
			COMPREPLY=($(compgen -W "$flags" -- "$cur"))
		else
			COMPREPLY=($(compgen -f -- "$cur"))
		fi
		;;
	esac
}

complete -F _dtrace dtrace
