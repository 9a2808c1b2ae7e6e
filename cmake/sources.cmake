# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Source lists. Each kernel-side folder names its files in a plain text file SOURCES (one per line, `#` comments), read here
# and by the module's Kbuild, so that the two never differ.

# dt_read_sources(<variable> <folder>): the files of <folder>/SOURCES, absolute; the folder's list becomes a reconfigure dependency.
function(dt_read_sources variable folder)
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/SOURCES)
	file(STRINGS ${folder}/SOURCES lines)
	set(found)
	foreach(line IN LISTS lines)
		string(REGEX REPLACE "#.*" "" line "${line}")
		string(STRIP "${line}" line)
		if(line)
			list(APPEND found ${folder}/${line})
		endif()
	endforeach()
	set(${variable} ${found} PARENT_SCOPE)
endfunction()
