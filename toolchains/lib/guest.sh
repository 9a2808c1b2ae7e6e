# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Boots a kernel with a small initramfs under QEMU, carries the job's output, exit status and kernel log back.
#
# A caller sets guest_isa guest_series guest_cpu guest_mem guest_smp guest_limit, fills guest_overlay (guest_begin makes it)
# and calls guest_run; then guest_status holds the job's exit status, or is empty when the guest died.

# Modules put into every guest: the channels to the host, and some to be loaded and unloaded by tests.
guest_modules="virtio_mmio virtio_pci virtio_console crc32c_generic dummy loop ext4 xfs nf_tables"

# More of them, that a script asks for (`# @@modules NAME...`).
guest_modules_more=

# MiB of memory, unless somebody says another number.
guest_mem_usual=512

# Guests with less memory than this many MiB get the channels alone and what is small: their file system is in memory, too, twice at boot.
guest_small=129
guest_modules_small="virtio_mmio virtio_pci virtio_console crc32c_generic dummy"

# seconds for booting, and for what comes after the job
guest_boot_limit=${ANYTRACE_BOOT_LIMIT:-180}

# Not empty: the machine is for people who wait for it. The kernel is started unpacked, so it is at the address that it was linked for, and does
# not try its ciphers. Guests of tests boot as machines do.
guest_quick=

# here is a line for each guest that was booted again
guest_again_list=$anytrace_build/booted-again

# the status that says: the guest's kernel complained, or died
guest_status_kernel=70

guest_install()
{
	want "$isa_qemu" "$isa_qemu_package" "runs the $isa guest"
	want_file "/usr/share/*/kvmvapic.bin" qemu-system-data "firmware for the guests"
	want_file "/usr/share/*/linuxboot_dma.bin" seabios "firmware that boots kernels"
	want cpio cpio "packs the guest's initial file system"
	want depmod kmod "orders the kernel's modules"
	want xz xz-utils "unpacks the kernel's modules"
	want zstd zstd "unpacks newer kernels"
	want timeout coreutils "ends guests that hang"
}

# guest_base: packs what does not change from run to run (busybox, modules), once per kernel; sets guest_base_file
guest_base()
{
	local size=base
	if [ "${guest_mem:-$guest_mem_usual}" -lt "$guest_small" ]; then
		size=small guest_modules=$guest_modules_small
	elif [ -n "$guest_modules_more" ]; then
		size=more guest_modules="$guest_modules $guest_modules_more"
	fi
	guest_base_file=$kernel_dir/$size-$(echo "3 $guest_modules" | cksum | cut -d' ' -f1).cpio
	[ -e "$guest_base_file" ] || with_lock "$kernel_dir.lock" guest_pack_base || die "cannot pack the guest's base files"
}

guest_pack_base()
{
	local tree=$kernel_dir/base older=${guest_base_file%-*} path
	[ ! -e "$guest_base_file" ] || return 0
	rm -rf "$tree" "$older"-*.cpio
	mkdir -p "$tree/bin" "$tree/lib/modules/$kernel_release" "$tree/proc" "$tree/sys" "$tree/dev" "$tree/tmp" "$tree/run" "$tree/root"
	for path in bin/busybox usr/bin/busybox; do
		[ ! -e "$kernel_root/$path" ] || cp "$kernel_root/$path" "$tree/bin/busybox"
	done
	cp "$kernel_root/lib/modules/$kernel_release"/modules.{builtin,builtin.modinfo,order} "$tree/lib/modules/$kernel_release/"
	for path in $(guest_module_files); do
		mkdir -p "$tree/lib/modules/$kernel_release/${path%/*}"
		guest_unpack_module "$kernel_root/lib/modules/$kernel_release/$path" "$tree/lib/modules/$kernel_release/$path" || return
	done
	depmod -b "$tree" "$kernel_release" || return
	guest_pack "$tree" >"$guest_base_file.new" && mv "$guest_base_file.new" "$guest_base_file" && rm -rf "$tree"
}

# guest_module_files: the files of guest_modules and of all they depend on
guest_module_files()
{
	local name
	for name in $guest_modules; do
		grep -E "/${name//_/[-_]}[.]ko[^/ ]*:" "$kernel_root/lib/modules/$kernel_release/modules.dep" | tr -d :
	done | tr ' ' '\n' | sort -u
}

guest_unpack_module()
{
	case $1 in
	*.xz) xz -dc "$1" >"${2%.xz}" ;;
	*) cp "$1" "$2" ;;
	esac
}

guest_pack()
{
	(cd "$1" && find . | LC_ALL=C sort | cpio -o -H newc -R 0:0 --quiet)
}

# guest_begin_folder ISA SERIES: the defaults, and the run folder
guest_begin_folder()
{
	guest_isa=$1 guest_series=$2
	isa_facts "$guest_isa"
	: "${guest_cpu:=$isa_cpu}" "${guest_mem:=$guest_mem_usual}" "${guest_smp:=$isa_smp}" "${guest_limit:=300}" "${guest_accel:=${ANYTRACE_ACCEL:-tcg,thread=single}}"
	guest_folder=$(mktemp -d "${TMPDIR:-/tmp}/anytrace-guest.XXXXXX")
	guest_overlay=$guest_folder/overlay
	guest_log=$guest_folder/kernel.log
	guest_console=$guest_folder/console.log
}

# guest_begin_disk ISA SERIES IMAGE KERNEL INITRD: instead of guest_begin, a guest that boots from a disk of its own, as any machine does, and has a
# program there that speaks as toolchains/guest/init does to the channels
guest_begin_disk()
{
	guest_begin_folder "$1" "$2"
	guest_disk=$3 kernel_image=$4 guest_initrd=$5
	kernel_release=${4##*/vmlinu?-}
}

# guest_begin ISA SERIES: kernel and base are made ready, and an empty run folder with an overlay
guest_begin()
{
	guest_begin_folder "$1" "$2"
	kernel_prepare "$guest_isa" "$guest_series"
	guest_base
	mkdir -p "$guest_overlay/job"
	cp "$anytrace_top/toolchains/guest/init" "$guest_overlay/init"
	cp "$anytrace_top/toolchains/guest/workload" "$guest_overlay/job/"
	chmod 755 "$guest_overlay/init"
	guest_setting ISA "$guest_isa"
	guest_setting KERNEL "$guest_series"
	guest_setting JOB_CWD /
	guest_isa_facts >"$guest_overlay/job/isa"
}

# guest_isa_facts: the facts isa_guest_NAME as a script of assignments to isa_NAME
guest_isa_facts()
{
	local name
	for name in "${!isa_guest_@}"; do
		echo "isa_${name#isa_guest_}=$(shell_quote "${!name}")"
	done
}

guest_setting()
{
	echo "$1=$(shell_quote "$2")" >>"$guest_overlay/job/settings"
}

# guest_add SOURCE PATH: puts a file or a folder into the guest
guest_add()
{
	mkdir -p "$guest_overlay/$(dirname "$2")"
	cp -pLR "$1" "$guest_overlay/$2" || die "$1 cannot be put into the guest"
}

guest_end()
{
	[ -z "${guest_pid:-}" ] || guest_kill
	[ -z "${guest_folder:-}" ] || [ -n "${guest_keep:-}" ] || rm -rf "$guest_folder"
	guest_folder=
}

guest_kill()
{
	kill "$guest_pid" 2>/dev/null
	wait "$guest_pid" 2>/dev/null
	guest_pid=
	guest_nmi 0
}

# guest_nmi RATE: from now on the emulator injects that many NMIs per second, through its monitor; 0: none
guest_nmi()
{
	if [ -n "${guest_nmi_pid:-}" ]; then
		kill "$guest_nmi_pid" 2>/dev/null
		wait "$guest_nmi_pid" 2>/dev/null
	fi
	guest_nmi_pid=
	[ "$1" -gt 0 ] 2>/dev/null || return 0
	guest_nmi_send "$1" &
	guest_nmi_pid=$!
}

# guest_nmi_send RATE: a hundred times a second as many as make up the rate; late ones are not made up for
guest_nmi_send()
{
	local burst=$((($1 + 99) / 100)) i words= to never
	for ((i = 0; i < burst; i++)); do
		words+=$'nmi\n'
	done
	exec {to}<>"$guest_folder/monitor.in" {never}<>"$guest_folder/never" {guest_to}>&-
	while printf %s "$words" >&"$to"; do
		read -r -t 0.01 -u "$never"
	done
}

# guest_command: the emulator's command line without the channels, in guest_argv
guest_command()
{
	if [ -z "${guest_disk:-}" ]; then
		guest_pack "$guest_overlay" >"$guest_folder/overlay.cpio" || die "cannot pack the guest's files"
		guest_initrd=$guest_folder/initrd
		cat "$guest_base_file" "$guest_folder/overlay.cpio" >"$guest_initrd"
	fi
	[ -z "$guest_quick" ] || kernel_quick
	guest_argv=("$isa_qemu" $isa_machine -accel "$guest_accel" -cpu "$guest_cpu" -smp "$guest_smp" -m "$guest_mem"
		-kernel "$kernel_image" -initrd "$guest_initrd" -display none -monitor none -no-reboot -nic none
		-d cpu_reset -D "$guest_folder/resets.log"
		${guest_disk:+-drive "file=$guest_disk,format=raw,if=virtio,cache=unsafe"} ${guest_icount:+-icount shift=0} ${ANYTRACE_EMULATOR_ARGS:-}
		-append "console=$isa_console panic=-1 oops=panic loglevel=5 log_buf_len=2M $isa_append ${kernel_append:-} ${guest_quick:+cryptomgr.notests} ${guest_append:-}")
}

# guest_run: boots, and returns when the guest is gone; the job's output has then been written to stdout and stderr. A kernel that dies
# before the guest's first program has nothing of ours in it, but an emulator whose machine loses a bit now and then: it is booted once
# more, which is said, and counted by ./run-tests.
guest_run()
{
	guest_prepare
	guest_boot
	guest_died_booting || return 0
	say "the kernel died before the guest's first program ran; end of its console:"
	tail -n 30 "$guest_console" >&2
	say "once more, as nothing of ours was in it"
	echo "$guest_isa $guest_series: $(grep -Ea 'Oops|panic|BUG|WARNING' "$guest_console" | head -n 1)" >>"$guest_again_list"
	guest_boot
}

# guest_died_booting: by itself, with a machine that is the same at the next boot (a disk of its own may have been written to)
guest_died_booting()
{
	[ "$guest_phase" = booting ] && [ -z "$guest_ended$guest_hung${guest_disk:-}" ] && [ "$guest_rc" = 0 ]
}

# guest_prepare: the emulator's command line with the channels, in guest_argv
guest_prepare()
{
	local name
	guest_command
	guest_argv+=(-serial "file:$guest_console" -device "virtio-serial-$(guest_bus),max_ports=16")
	mkfifo "$guest_folder"/{out,err,ctl.in,ctl.out,monitor.in,monitor.out,never}
	for name in out err log file; do
		guest_argv+=(-chardev "file,id=$name,path=$guest_folder/$(guest_channel $name)"
			-device "virtserialport,chardev=$name,name=$name")
	done
	guest_argv+=(-chardev "pipe,id=ctl,path=$guest_folder/ctl" -device "virtserialport,chardev=ctl,name=ctl")
	guest_argv+=(-chardev "pipe,id=monitor,path=$guest_folder/monitor" -mon chardev=monitor,mode=readline)
}

# guest_boot: starts the emulator, follows it to its end
guest_boot()
{
	local name readers
	guest_status= guest_ended= guest_unload= guest_hung=
	printf '%q ' "${guest_argv[@]}" >"$guest_folder/command"

	exec {guest_to}<>"$guest_folder/ctl.in"
	guest_drain out 1 &
	readers=$!
	guest_drain err 2 &
	readers="$readers $!"
	# the output of the monitor is not used, but must be read
	cat >/dev/null {guest_to}>&- <"$guest_folder/monitor.out" &
	readers="$readers $!"
	exec {guest_monitor}<>"$guest_folder/monitor.in"
	(
		exec {hold}>"$guest_folder/ctl.out" {guest_to}>&- {guest_monitor}>&-
		exec timeout -k 5 "$guest_limit" "${guest_argv[@]}" </dev/null >>"$guest_folder/qemu.log" 2>&1
	) &
	guest_pid=$!
	guest_follow
	guest_nmi 0
	exec {guest_to}>&- {guest_monitor}>&-
	guest_stop
	# an emulator that did not start has not opened what they wait for
	for name in out err monitor.out; do
		: <>"$guest_folder/$name"
	done
	# shellcheck disable=SC2086
	wait $readers
}

guest_channel()
{
	case $1 in log) echo kernel.log ;; *) echo "$1" ;; esac
}

guest_bus()
{
	isa_fact "$guest_isa" isa_bus
}

# guest_drain CHANNEL FD: copies until the guest is gone. When nobody reads any more, the job is told so and the rest is dropped.
guest_drain()
{
	trap '' INT
	{
		cat >&"$2" 2>/dev/null || echo TERM >&"$guest_to"
		exec {guest_to}>&-
		cat >/dev/null
	} <"$guest_folder/$1"
}

# guest_follow: reads the control channel until the end. A guest that is silent for too long is ended: booting and the time
# after the job have limits of their own, the job itself has the caller's.
guest_follow()
{
	local word value from start status=0 patience=$guest_boot_limit
	start=$(now_ms)
	guest_phase=booting
	exec {from}<"$guest_folder/ctl.out"
	while [ -z "$guest_ended" ]; do
		read -r -t "$patience" word value <&"$from"
		status=$?
		[ "$status" = 0 ] || break
		case $word in
		up)
			guest_phase="being prepared"
			say "booted $kernel_release on $guest_smp CPU(s), ${guest_cpu%%,*}, $guest_mem MiB: $(seconds "$start")"
			;;
		run)
			start=$(now_ms) guest_phase="running the job" patience=$((guest_limit + 60))
			say "running"
			;;
		nmi) guest_nmi "$value" ;;
		exit)
			guest_status=$value guest_phase="ending" patience=$guest_boot_limit
			say "exit status $value: $(seconds "$start")"
			;;
		rmmod) guest_unload=$value ;;
		end) guest_ended=yes ;;
		esac
	done
	exec {from}<&-
	# 1: the emulator is gone; more than 128: it says nothing
	[ "$status" -le 128 ] || { guest_hung=yes && kill "$guest_pid"; }
}

# guest_stop: the guest powers itself off; it gets a few seconds for that
guest_stop()
{
	local i
	if [ -n "$guest_ended" ]; then
		for ((i = 0; i < 50; i++)); do
			kill -0 "$guest_pid" 2>/dev/null || break
			sleep 0.1
		done
		kill "$guest_pid" 2>/dev/null
	fi
	wait "$guest_pid" 2>/dev/null
	guest_rc=$?
	guest_pid=
}

# guest_interrupt: for a SIGINT trap: the first goes to the job, the third ends the guest
guest_interrupt()
{
	guest_interrupts=$((${guest_interrupts:-0} + 1))
	if [ "$guest_interrupts" -lt 3 ]; then
		[ -z "${guest_to:-}" ] || echo INT >&"$guest_to"
	elif [ -n "${guest_pid:-}" ]; then
		kill "$guest_pid"
	fi
}

# guest_complaints FILE: lines of a kernel log that must not be there. What a kernel says at boot of the CPU model's own weaknesses
# ("RETBleed: WARNING: ...") is no complaint, nor that it watches its locks.
guest_complaints()
{
	sed -E 's/(RETBleed|Speculative Return Stack Overflow|Spectre V2 ?|MDS|ITS|GDS): WARNING:/\1:/; s/RCU lockdep checking is enabled//' "$1" | grep -nE 'WARNING:|\bBUG\b|\bOops\b|Call [Tt]race|\bstall(s|ed)?\b|lockup|blocked for more than|lockdep|(recursive|circular) lock|ftrace bug|ftrace failed|[uU]nknown NMI|NMI received for unknown reason|[uU]nexpected (int3|kernel)|general protection|double fault|Kernel panic|Unable to handle kernel|corruption|[Bb]ad page|scheduling while atomic|sleeping function|refcount_t:|KASAN|UBSAN|Out of memory|oom-kill|kprobe.*(fail|error)|dtrace:.*(assert|unloaded with)'
}

# guest_verdict: 0 when the guest lived to the end and its kernel log is clean; prints what is wrong otherwise
guest_verdict()
{
	if [ -z "$guest_ended" ]; then
		if [ -n "$guest_hung" ] || [ "$guest_rc" = 124 ] || [ "$guest_rc" = 137 ]; then
			say "the guest was stopped: it took too long while $guest_phase (limit for all: $guest_limit s)"
		else
			say "the guest died while $guest_phase (emulator's status $guest_rc); end of its console:"
		fi
		tail -n 60 "$guest_console" 2>/dev/null >&2
		tail -n 5 "$guest_folder/qemu.log" >&2
		! grep -qs '^Triple fault' "$guest_folder/resets.log" ||
			say "the emulator says: triple fault. The CPU could call no handler of an exception, so the kernel could say nothing"
		return 1
	fi
	if guest_complaints "$guest_log" >"$guest_folder/complaints"; then
		say "the guest's kernel complained:"
		guest_show_complaints >&2
		return 1
	fi
	if [ "${guest_unload:-0}" != 0 ]; then
		say "dtrace.ko could not be unloaded after the run"
		return 1
	fi
}

# guest_died_saying TEXT: 0 when the guest ended by itself, not by its script, and its console has TEXT; prints the end of the console otherwise
guest_died_saying()
{
	if [ -z "$guest_ended" ] && [ -z "$guest_hung" ] && [ "$guest_rc" != 124 ] && [ "$guest_rc" != 137 ] && grep -Fq "$1" "$guest_console"; then
		say "the guest died as it had to: $(grep -F "$1" "$guest_console" | head -n 1)"
		return 0
	fi
	say "the guest did not die saying \"$1\"; end of its console:"
	tail -n 60 "$guest_console" >&2
	return 1
}

# guest_show_complaints: from 5 lines before the first complaint on
guest_show_complaints()
{
	local first
	first=$(head -n 1 "$guest_folder/complaints" | cut -d: -f1)
	tail -n "+$((first > 5 ? first - 5 : 1))" "$guest_log" | head -n 120
}
