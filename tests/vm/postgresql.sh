# SPDX-License-Identifier: MIT OR GPL-2.0-only
# A PostgreSQL of Debian, its server and a client's backend traced as they run: queries give what they give untraced, with each function of the
# backend armed; its own probes fire as often as there are queries, with their texts.
# @@limit 1500
# @@mem 3072
# @@programs postgresql-15 util-linux
. /job/lib.sh
load
mkdir -p /tmp/work /tmp/db
echo 'nobody:x:65534:65534::/:/bin/sh' >>/etc/passwd
echo 'nobody:x:65534:' >>/etc/group
echo root:x:0:0::/:/bin/sh >>/etc/passwd
chown nobody /tmp/db
chmod 1777 /tmp /tmp/work
mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
bin=/usr/lib/postgresql/15/bin
as_nobody() { /usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
check "a data base is made" as_nobody $bin/initdb -D /tmp/db --no-sync -E UTF8 --locale=C >/tmp/work/initdb 2>&1
/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups $bin/postgres -D /tmp/db -k /tmp/work -h '' -c jit=off -c fsync=off -c autovacuum=off >/tmp/work/server 2>&1 &
server=$!
check "the server is up" wait_until 60 $bin/pg_isready -q -U nobody -h /tmp/work

# a session that stays: statements come by a pipe, and a line `=== N` after each piece of work
mkfifo /tmp/work/statements
PGUSER=nobody $bin/psql -XAtq -h /tmp/work postgres </tmp/work/statements >>/tmp/work/out 2>&1 &
client=$!
exec 5>/tmp/work/statements
echo "select pg_backend_pid();" >&5
check "a client is served" wait_until 30 test -s /tmp/work/out
backend=$(head -n 1 /tmp/work/out)

# work N: the statements, and wait for their results in /tmp/work/out
work()
{
	: >/tmp/work/out
	cat >&5 <<-EOT
		create temp table t$1 as select n, md5(n::text) as word, n * 0.1 as part from generate_series(1, 5000) n;
		create index on t$1 (word);
		analyze t$1;
		select count(*), sum(n), round(sum(part), 3), min(word), max(word) from t$1 where word like '%ab%';
		select substr(word, 1, 1) as first, count(*), avg(part)::numeric(12, 4) from t$1 group by 1 order by 1;
		select count(*) from t$1 a join t$1 b on a.n = b.n + 7 where a.word < b.word;
		begin; delete from t$1 where n % 3 = 0; savepoint s; update t$1 set n = -n; rollback to s; commit;
		select count(*), regexp_replace(string_agg(word, ',' order by n), '[a-f]+', '-', 'g') from t$1 where n < 20;
		select 1 / 0;
		drop table t$1;
		\\echo === $1
	EOT
	wait_until 300 grep -q "^=== $1\$" /tmp/work/out
}
check "untraced" work 1
grep -v '^===' /tmp/work/out >/tmp/work/untraced
at_least "lines of results" "$(wc -l </tmp/work/untraced)" 19

# traced WHAT PROBES N [OPTION]...: work with a program for the backend
traced()
{
	local what=$1 probes=$2 number=$3
	shift 3
	armed_start "$probes { @ = count(); }" -p "$backend" "$@"
	check "$what: the work is done" work "$number"
	armed_stop
	grep -v '^===' /tmp/work/out >/tmp/work/traced
	check "$what: the results are those of the untraced server" cmp /tmp/work/untraced /tmp/work/traced
	at_least "$what: firings" "$(awk 'NF == 1 && $1 + 0 > 0 { print $1 }' /tmp/armed.out)" 1000
	check "$what: nothing is left" wait_until 30 grep -q '^processes 0 probes 0 sites 0 ' /proc/dtrace/pid
}
traced "each function of the server" 'pid$target:postgres::entry, pid$target:postgres::return' 1 -x pidsites=2000000
traced "each function of all" 'pid$target:::entry' 1 -x pidsites=2000000

# its own probes: as many as there are queries, with their texts, whose types the D library knows
dtrace -lvn 'postgresql$target:::' -p "$backend" >/tmp/work/list 2>&1
for type in 'const char \*' 'unsigned int' int; do
	check "types of arguments: $type" grep -q "args\[0\]: $type\$" /tmp/work/list
done
# what differs from version to version has no type: the flags at the end of buffer-read
awk '/postgresql[0-9]/ { probe = $NF } /args.*int[0-9]*_t/ { print probe }' /tmp/work/list | sort -u >/tmp/work/plain
check "known by its size alone: $(tr '\n' ' ' </tmp/work/plain)" test -z "$(grep -v '^buffer-read-' /tmp/work/plain)"
queries=12
armed_start 'postgresql$target:::query-start { @ = count(); @texts[copyinstr(args[0])] = count(); }
	postgresql$target:::query-done { @done = count(); } END { printa("started %@d\n", @); printa("done %@d\n", @done); printa("text %s %@d\n", @texts); }' -p "$backend"
: >/tmp/work/out
i=0
while [ $i -lt $queries ]; do
	echo "select $((i % 3)) + 40;" >&5
	i=$((i + 1))
done
echo '\echo === end' >&5
check "queries" wait_until 60 grep -q '^=== end$' /tmp/work/out
armed_stop
show /tmp/armed.out 12
check "each query is told of" grep -qx "started $queries" /tmp/armed.out
check "and its end" grep -qx "done $queries" /tmp/armed.out
for i in 0 1 2; do
	check "by its text: $i" grep -qx "text select $i + 40; 4" /tmp/armed.out
done
exec 5>&-
wait "$client"
check "the client ends well" test $? = 0

# pgbench: three clients, a backend each, which begin while all of that is traced, and end
pgbench() { PGUSER=nobody $bin/pgbench -h /tmp/work "$@" postgres >/tmp/work/pgbench 2>&1; }
check "pgbench makes its tables" pgbench -i -q -s 1

# transactions WHAT PROGRAM [OPTION]...: sixty are done, and `updates N` of the program's output says as many
transactions()
{
	local what=$1 program=$2
	shift 2
	armed_start "$program"' postgresql*:::query-start /strstr(copyinstr(args[0]), "UPDATE pgbench_accounts") != NULL/ { @u = count(); }
		END { printa("updates %@d\n", @u); }' "$@"
	check "$what: pgbench" pgbench -n -c 3 -j 3 -t 20
	armed_stop
	check "$what: all are done" grep -q '^number of transactions actually processed: 60/60$' /tmp/work/pgbench
	check "$what: and told of: $(sed -n 's/^updates //p' /tmp/armed.out)" grep -qx 'updates 60' /tmp/armed.out
}
transactions "pgbench" ''
transactions "pgbench, each function of each backend" 'pid*:postgres::entry { @f = count(); } END { printa("fired %@d\n", @f); }' -x pidsites=2000000
at_least "firings" "$(sed -n 's/^fired //p' /tmp/armed.out)" 100000
kill -INT "$server"
wait "$server"
check "the server ends well" test $? = 0
unload
finish
