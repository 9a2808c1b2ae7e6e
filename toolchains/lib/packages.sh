# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Installs what is missing on a Debian machine, saying what and why, and asks apt about other suites and CPUs
# without touching the machine's own apt state.

packages_wanted=()

# want COMMAND PACKAGE WHY: notes the package when the command is not there
want()
{
	command -v "$1" >/dev/null 2>&1 || want_package "$2" "$3"
}

# want_file FILE PACKAGE WHY: the same for a file (a pattern may be given)
want_file()
{
	compgen -G "$1" >/dev/null || want_package "$2" "$3"
}

want_package()
{
	case " ${packages_wanted[*]} " in *" $1 "*) return ;; esac
	say "missing: $1 ($2)"
	packages_wanted+=("$1")
}

# install_wanted: one apt-get for everything noted
install_wanted()
{
	[ ${#packages_wanted[@]} -gt 0 ] || return 0
	command -v apt-get >/dev/null || die "not a Debian machine (no apt-get): please install ${packages_wanted[*]}"
	[ "$(id -u)" = 0 ] || die "not root: please run: apt-get install ${packages_wanted[*]}"
	step "installing ${packages_wanted[*]}" with_lock "$anytrace_cache/install.lock" apt_install "${packages_wanted[@]}" ||
		die "apt-get could not install ${packages_wanted[*]}"
	packages_wanted=()
}

apt_install()
{
	local log=$anytrace_cache/install.log options=(-y -q -o DPkg::Lock::Timeout=600 --no-install-recommends)
	export DEBIAN_FRONTEND=noninteractive
	logged "$log" apt-get install "${options[@]}" "$@" 2>/dev/null && return
	logged "$log" apt-get update -q -o DPkg::Lock::Timeout=600 &&
		logged "$log" apt-get install "${options[@]}" "$@"
}

# archive_uris: sets archive_main and archive_security from the machine's own apt configuration
archive_uris()
{
	local label uri
	[ -z "${archive_main:-}" ] || return 0
	if ! apt-get indextargets --format '$(LABEL)' 2>/dev/null | grep -qx Debian; then
		logged "$anytrace_cache/update.log" apt-get update -q
	fi
	while IFS='|' read -r label uri; do
		case $label in
		Debian) : "${archive_main:=$uri}" ;;
		Debian-Security) : "${archive_security:=$uri}" ;;
		esac
	done < <(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Identifier: Packages')
	[ -n "${archive_main:-}" ] || die "this machine's apt configuration names no Debian archive"
}

# foreign_apt SUITES ARCH TOOL ARGS...: apt-get or apt-cache for the suites (joined by +) and the architecture,
# with lists and caches of its own
foreign_apt()
{
	local suites=$1 arch=$2 tool=$3 top
	shift 3
	top=$anytrace_cache/apt/$suites-$arch
	"$tool" -o Dir::Etc::sourcelist="$top/sources.list" -o Dir::Etc::sourceparts=- \
		-o Dir::State="$top/state" -o Dir::State::status="$top/status" -o Dir::Cache="$top/cache" \
		-o APT::Architecture="$arch" -o APT::Architectures="$arch" \
		-o Acquire::Languages=none -o Acquire::Retries=2 -o APT::Sandbox::User=root "$@"
}

# foreign_update SUITES ARCH: fetches the indexes, at most once in an hour; fails when one cannot be had
foreign_update()
{
	local top=$anytrace_cache/apt/$1-$2
	with_lock "$top.lock" foreign_update_locked "$1" "$2"
}

foreign_update_locked()
{
	local suites=$1 arch=$2 top=$anytrace_cache/apt/$1-$2 suite uri
	local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	[ -z "$(find "$top/updated" -mmin -60 2>/dev/null)" ] || return 0
	archive_uris
	mkdir -p "$top/state/lists/partial" "$top/cache/archives/partial"
	: >"$top/status"
	for suite in ${suites//+/ }; do
		uri=$archive_main
		case $suite in *-security) uri=${archive_security:-} ;; esac
		[ -n "$uri" ] || return 1
		echo "deb [signed-by=$keyring arch=$arch] $uri $suite main"
	done >"$top/sources.list"
	foreign_apt "$suites" "$arch" apt-get update -qq -o APT::Update::Error-Mode=any >"$top/update.log" 2>&1 || return 1
	touch "$top/updated"
}

# archive_fetch FOLDER PLACE SUM: a file of the archive's pool, unless the folder has it
archive_fetch()
{
	local file=$1/${2##*/}
	[ ! -e "$file" ] || return 0
	archive_uris
	logged "$file.log" /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "${archive_main%/}/pool/$2" "$file.new" "SHA256:$3" &&
		mv "$file.new" "$file"
}
