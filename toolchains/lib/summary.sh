# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Reads ctest's log: how many tests passed, failed, were skipped, were not run.

# summary_lines LOG: one line per test that ended
summary_lines()
{
	grep -E '^ *[0-9]+/[0-9]+ Test +#' "$1"
}

# summary_count LOG: sets passed, skipped, failed and not_run (tests that ctest was to run and that did not end)
summary_count()
{
	local total
	passed=$(summary_lines "$1" | grep -c ' Passed ')
	skipped=$(summary_lines "$1" | grep -Ec '\*\*\*(Skipped|Not Run \(Disabled\))')
	failed=$(($(summary_lines "$1" | grep -c .) - passed - skipped))
	# each run of ctest numbers its tests "1/TOTAL"
	total=$(summary_lines "$1" | sed -nE 's/^ *1\/([0-9]+) .*/\1/p' | awk '{ sum += $1 } END { print sum + 0 }')
	not_run=$((total - passed - skipped - failed))
}

# summary_names LOG PATTERN: the names of the tests whose line matches
summary_names()
{
	summary_lines "$1" | grep -E -- "$2" | sed -E 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .*/\1/'
}

# summary_failed LOG: the tests that failed: `NAME ...***HOW SECONDS sec` a line
summary_failed()
{
	summary_lines "$1" | grep -Ev ' Passed |\*\*\*Skipped|\*\*\*Not Run \(Disabled\)' | sed -E 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: //'
}

# summary_output LOG NAME: of what a test printed that did not pass: each check that failed, and the last lines
summary_output()
{
	awk -v name="$2" -v last=12 '
		/^ *[0-9]+\/[0-9]+ Test +#/ { inside = index($0, ": " name " ") && !/ Passed /; next }
		/^ *Start +[0-9]+: / { inside = 0 }
		inside && NF { line[++lines] = $0; if (/^NOT OK/) bad[lines] = 1 }
		END { for (i = 1; i <= lines; i++) if (bad[i] || i > lines - last) print line[i] }' "$1"
}

# summary_surprises LOG LIST WHEN: the tests that were skipped and are not on the list of those that may be. A line of the list: pattern of the
# whole name, `always` or a word that must be WHEN, the reason.
summary_surprises()
{
	local name pattern when reason allowed
	summary_names "$1" '\*\*\*(Skipped|Not Run \(Disabled\))' | while read -r name; do
		allowed=
		while read -r pattern when reason; do
			case $pattern in '#'* | '') continue ;; esac
			case $when in always | "$3") ;; *) continue ;; esac
			[[ ! $name =~ ^($pattern)$ ]] || allowed=yes
		done <"$2"
		[ -n "$allowed" ] || echo "$name"
	done
}
