# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The completion of dtrace, the tools and the other commands for zsh: the tables and functions of dtrace.bash up to its part for bash, which zsh understands,
# and the functions that offer words.
#   cmake -D BASH=dtrace.bash -D ZSH=dtrace.zsh -D OUT=_anytrace -P zsh.cmake
file(READ ${BASH} shared)
string(FIND "${shared}" "\n# ---- bash\n" end)
if(end EQUAL -1)
	message(FATAL_ERROR "${BASH}: no line '# ---- bash'")
endif()
string(SUBSTRING "${shared}" 0 ${end} shared)
if(NOT shared MATCHES "\n_dtrace_tools=\"([^\"]*)\"")
	message(FATAL_ERROR "${BASH}: no tools")
endif()
string(REGEX REPLACE "[ \n]+" " " tools "${CMAKE_MATCH_1}")
file(READ ${ZSH} own)
file(WRITE ${OUT} "#compdef dtrace anytrace lockstat plockstat dtrace-export ${tools}\n${shared}\n${own}")
