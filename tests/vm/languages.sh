# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Interpreters of Debian as they are, with each function of every object armed: they print what they print untraced, and end as they end untraced.
# @@limit 1750
# @@mem 1024
# @@programs perl-base bash sqlite3
# @@with tests/vm/parts
. /job/lib.sh
. /parts/same.sh
load
least_lines=4

cat >/tmp/work/work.pl <<'EOT'
my %count;
$count{$_ * 7919 % 1009}++ for 1 .. 4000;
print join(" ", map { "$_=$count{$_}" } (sort { $count{$b} <=> $count{$a} || $a <=> $b } keys %count)[0 .. 20]), "\n";
my $text = join(",", 1 .. 2000);
(my $other = $text) =~ s/(\d)(\d)/$2$1/g;
print length($other), " ", unpack("%32C*", $other), " ", sprintf("%.6f", 22 / 7), "\n";
eval { die { code => 7 } };
print "caught $@->{code}\n";
my $pid = fork();
if (!$pid) { exit 3 }
waitpid($pid, 0);
print "child ", $? >> 8, "\n";
$SIG{USR1} = sub { print "signal\n" };
kill USR1 => $$;
exit 5;
EOT

cat >/tmp/work/work.bash <<'EOT'
declare -A count
for ((i = 1; i <= 400; i++)); do count[$((i * 7919 % 101))]+=x; done
for key in "${!count[@]}"; do echo "$key ${#count[$key]}"; done | sort -n | head -n 10
f() { (($1 < 2)) && echo 1 || echo $(($(f $(($1 - 1))) + $(f $(($1 - 2))))); }
f 5
trap 'echo signal' USR1
kill -USR1 $$
[[ abc123 =~ ([a-z]+)([0-9]+) ]] && echo "${BASH_REMATCH[2]}"
(exit 4) || echo "child $?"
exit 6
EOT

cat >/tmp/work/work.sql <<'EOT'
create table t (n integer primary key, word text);
with recursive count(n) as (select 1 union all select n + 1 from count where n < 3000) insert into t select n, hex(n * 7919) from count;
create index i on t (word);
select count(*), sum(n), max(word), total(n / 7.0) from t where word like '%3%';
select word, group_concat(n) from t where n % 500 = 0 group by word order by word;
delete from t where n % 3 = 0;
select count(*) from t join t as u on t.n = u.n + 1;
pragma integrity_check;
EOT

same "perl, each function" "/usr/bin/perl /tmp/work/work.pl" 'pid$target:::entry, pid$target:::return'
same "perl, each instruction of libc" "/usr/bin/perl /tmp/work/work.pl" 'pid$target:libc.so.6::' -x pidsites=2000000
same "bash, each function" "/usr/bin/bash /tmp/work/work.bash" 'pid$target:::entry, pid$target:::return'
same "bash, each instruction of all" "/usr/bin/bash /tmp/work/work.bash" 'pid$target:::' -x pidsites=2000000
same "sqlite, each function" "/usr/bin/sqlite3 -bail -init /tmp/work/work.sql :memory: .quit" 'pid$target:::entry, pid$target:::return'
sed 's/n < 3000/n < 1000/' /tmp/work/work.sql >/tmp/work/less.sql # tens of millions of firings take a quarter of an hour where it is slow
same "sqlite, each instruction of all" "/usr/bin/sqlite3 -bail -init /tmp/work/less.sql :memory: .quit" 'pid$target:::' -x pidsites=2000000
unload
finish
