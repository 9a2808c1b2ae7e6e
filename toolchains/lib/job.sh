# SPDX-License-Identifier: MIT OR GPL-2.0-only
# What a guest of toolchains/vm-run does: one script, or several one after the other. The caller sets the array scripts.

# script_directive SCRIPT NAME [WORD]: what follows `# @@NAME` in its header; WORD where nothing does
script_directive()
{
	sed -n "s/^# @@$2\( \(.*\)\)\{0,1\}$/\2${3:-}/p" "$1" | head -n 1
}

# job_directive NAME: the one value that all of the scripts have
job_directive()
{
	local script value first
	first=$(script_directive "${scripts[0]}" "$1")
	for script in "${scripts[@]}"; do
		value=$(script_directive "$script" "$1")
		if [ "$value" != "$first" ]; then
			say "${scripts[0]##*/} and ${script##*/} cannot share a guest: their @@$1 differs"
			return 2
		fi
	done
	echo "$first"
}

# job_check: whether one guest can serve all of them
job_check()
{
	local name
	for name in cpu mem smp append dies modules go programs programs32; do
		job_directive $name >/dev/null || return
	done
}

# job_limit: seconds for all of them
job_limit()
{
	local script limit sum=0
	for script in "${scripts[@]}"; do
		limit=$(script_directive "$script" limit)
		sum=$((sum + ${limit:-300}))
	done
	echo "$sum"
}

# job_folders: what they want in the guest
job_folders()
{
	sed -n 's/^# @@with //p' "${scripts[@]}" | sort -u
}

# job_write [ARGUMENT]...: puts the scripts and what runs them into the guest; the arguments are the last one's
job_write()
{
	local script name
	if [ ${#scripts[@]} = 1 ]; then
		guest_add "${scripts[0]}" job/script
		guest_setting JOB_WORKLOAD "$(script_directive "${scripts[0]}" workload yes)"
		echo "exec sh /job/script $(shell_quote "$@")" >"$guest_overlay/job/run"
		return
	fi
	guest_setting JOB_WORKLOAD ''
	for script in "${scripts[@]}"; do
		name=$(basename "$script" .sh)
		guest_add "$script" "job/scripts/$name"
		echo "$name $(script_directive "$script" workload yes)"
	done >"$guest_overlay/job/list"
	echo "exec sh /job/several $(shell_quote "$@")" >"$guest_overlay/job/run"
	cp "$anytrace_top/toolchains/guest/several" "$guest_overlay/job/"
}
