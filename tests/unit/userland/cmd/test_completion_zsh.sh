#!/bin/sh
# SPDX-License-Identifier: MIT OR GPL-2.0-only
# test_completion_zsh.sh DTRACE FILE BUILD - test_completion.zsh, where there is a zsh.
command -v zsh >/dev/null || { echo "skipped: zsh is not installed"; exit 77; }
exec zsh -f "$(dirname "$0")/test_completion.zsh" "$@"
