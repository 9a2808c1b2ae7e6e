# SPDX-License-Identifier: MIT OR GPL-2.0-only
# generate <top of the tree> <folder for outputs> <folder>...: makes the headers that the GENERATE lists of these folders name
generate()
{
	local top=$1 out=$2 folder line
	shift 2
	for folder; do
		[ -e "$top/$folder/GENERATE" ] || continue
		while read -r line; do
			(cd "$top" && eval "${line//OUT/"$out"}") || return
		done < <(sed -E 's/#.*//; /^[[:space:]]*$/d' "$top/$folder/GENERATE")
	done
}
