# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The compiler of a layer finds only the headers that the layer may include: any other include does not compile.
# tools/check-includes.py says the same more finely, room by room, and for the kernel's build as well.

# dt_sees(<target> <path>...): <target> finds include/, and these files and folders of the tree, by their names in it.
function(dt_sees target)
	set(view ${CMAKE_BINARY_DIR}/sees/${target})
	foreach(path IN LISTS ARGN)
		get_filename_component(folder ${view}/${path} DIRECTORY)
		file(MAKE_DIRECTORY ${folder})
		file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${path} ${view}/${path} SYMBOLIC)
	endforeach()
	target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${view})
endfunction()
