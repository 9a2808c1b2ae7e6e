# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Exact accounting under overload, when records come faster than they are read: for each clause
#   firings = recorded + predicate false + dropped (by kind) + faulted
# and what was recorded is printed, what was dropped is reported. In a guest this is the kernel engine; on the host
#   tests/vm/account.sh DTRACE
# is the host engine (ctest d_account). In a guest, besides: what destructive actions do, counted.
# @@workload
# @@with tests/vm/parts
# @@limit 200
if [ -n "$1" ]; then
	dtrace=$1
	work=$(mktemp -d) || exit 1
	trap 'rm -rf "$work"' EXIT
	. "$(dirname "$0")/lib.sh"
else
	dtrace=dtrace
	work=/tmp
	. /job/lib.sh
	. /parts/destructive.sh
	load
fi

# ledger CLAUSE COLUMN: a number of the table that -x account prints
ledger()
{
	awk -v clause="$1" -v column="$2" 'NF >= 7 && $1 == clause && $2 ~ /^[0-9]+$/ { print $column }' $work/account.err
}

# kinds NUMBER: the sum of one kind of drop (3 buffer, 5 aggregation, 7 speculation)
kinds()
{
	awk -v column="$1" '$1 == "dropped:" { sum += $(column - 1) } END { print sum + 0 }' $work/account.err
}

overload()
{
	timeout 100 $dtrace -q -x account "$@" >$work/account.out 2>$work/account.err </dev/null
	account_status=$?
	grep -v '^dtrace: error on' $work/account.err >$work/account.show
	show $work/account.show 30
	check "dtrace ended by itself" test $account_status = 0
	check "each clause balances" awk 'NF >= 7 && $1 ~ /^[0-9]+$/ { clauses++; bad += ($2 != $3 + $4 + $5 + $6) }
		END { exit (bad > 0 || clauses == 0) }' $work/account.err
	check "drops are those of the kinds" test "$(($(kinds 3) + $(kinds 5) + $(kinds 7) + $(kinds 9)))" = \
		"$(awk 'NF >= 7 && $1 ~ /^[0-9]+$/ { sum += $5 } END { print sum + 0 }' $work/account.err)"
}

overload -b 4k -x aggsize=4k -n '
	profile-1999 { printf("record %d\n", timestamp); }
	profile-1999 /fired++ & 1/ { printf("odd %d\n", timestamp); }
	profile-1999 { @[timestamp] = count(); }
	tick-3s { exit(0); }'
at_least "clause 0 fired" "$(ledger 0 2)" 1000
at_least "clause 0 dropped" "$(ledger 0 5)" 1
at_least "clause 1's predicate was false" "$(ledger 1 4)" 1
at_least "clause 2 dropped" "$(ledger 2 5)" 1
check "what was recorded was printed" test "$(grep -c '^record ' $work/account.out)" = "$(ledger 0 3)"
check "what clause 1 recorded, too" test "$(grep -c '^odd ' $work/account.out)" = "$(ledger 1 3)"
check "as many keys as recorded" test "$(awk 'NF == 2 && $1 ~ /^[0-9]+$/ { sum += $2 } END { print sum + 0 }' $work/account.out)" = "$(ledger 2 3)"
check "reported drops are the buffer's" test "$(awk '/ drops? on CPU/ && !/aggregation/ { sum += $2 } END { print sum + 0 }' $work/account.err)" = "$(kinds 3)"
check "and the aggregation's" test "$(awk '/ aggregation drops? on CPU/ { sum += $2 } END { print sum + 0 }' $work/account.err)" = "$(kinds 5)"

overload -b 16k -x specsize=64 -x nspec=1 -n '
	profile-1999 { this->s = speculation(); }
	profile-1999 { speculate(1); printf("speculated %d\n", timestamp); }
	profile-1999 { trace(*(int *)8); }
	tick-2s { exit(0); }'
at_least "clause 1 dropped" "$(ledger 1 5)" 1
at_least "for want of a speculation's buffer" "$(kinds 7)" 1
at_least "clause 2 faulted" "$(ledger 2 6)" 1
if [ -z "$1" ]; then
	destructive_acts
	unload
fi
finish
