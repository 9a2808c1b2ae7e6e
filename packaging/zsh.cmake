# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The completion of dtrace for zsh: the tables and functions of dtrace.bash, which zsh understands, and the function that offers words.
#   cmake -D BASH=dtrace.bash -D ZSH=dtrace.zsh -D OUT=_anytrace -P zsh.cmake
file(READ ${BASH} shared)
string(FIND "${shared}" "\n_dtrace()\n" end)
if(end EQUAL -1)
	message(FATAL_ERROR "${BASH}: no function _dtrace")
endif()
string(SUBSTRING "${shared}" 0 ${end} shared)
file(READ ${ZSH} own)
file(WRITE ${OUT} "#compdef dtrace anytrace\n${shared}\n${own}")
