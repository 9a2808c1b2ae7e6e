# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Everything in toolchains/lib, in order.
set -u
anytrace_lib=$(dirname "${BASH_SOURCE[0]}")
for anytrace_part in common isa packages kernel sanitized module libelf jsonc microhttpd userland programs guest job root summary; do
	. "$anytrace_lib/$anytrace_part.sh"
done
