# SPDX-License-Identifier: MIT OR GPL-2.0-only
# Tests of the framework half of core/. What they share: the DOF builder, and a core in this process with a provider of their own.
add_library(dt_test_core STATIC dof_builder.c fixture.c)
target_include_directories(dt_test_core PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(dt_test_core PUBLIC PkgConfig::CMOCKA dt_isa_headers
	dt_prov_dtrace dt_prov_profile dt_core dt_os_host)

foreach(test probe/names probe/match probe/probe state/option enabling/dof enabling/plan enabling/enabling buffer/buffer buffer/speculate fire/fire
		rights/rights consumer/modules consumer/process consumer/stop consumer/state consumer/needs consumer/ioctl)
	get_filename_component(part ${test} NAME)
	get_filename_component(folder ${test} DIRECTORY)
	dt_test(test_core_${part} LABEL unit SOURCES ${folder}/test_${part}.c LIBS dt_test_core)
endforeach()
dt_test(test_core_helpers LABEL unit SOURCES consumer/test_helpers.c LIBS dt_helper_dof dt_test_core)
dt_test(test_core_stacks LABEL unit SOURCES consumer/test_stacks.c LIBS dt_unwind_sample dt_test_core)
target_link_options(test_core_stacks PRIVATE -Wl,--wrap=os_memory_watch,--wrap=os_memory_unwatch,--wrap=os_user_frame,--wrap=os_memory) # the test says what is mapped
target_link_options(test_core_fire PRIVATE -Wl,--wrap=os_kstack,--wrap=os_execname) # the test says what they find
target_link_options(test_core_buffer PRIVATE -Wl,--wrap=os_xcall) # the test counts cross calls
target_link_options(test_core_enabling PRIVATE -Wl,--wrap=os_interrupted) # the test looks in between the steps
target_compile_definitions(test_core_dof PRIVATE CORE_DIR="${PROJECT_SOURCE_DIR}/core")

# Which memory a firing touches, by CPU: the core with a function called for each access, where the compiler has that for this CPU.
include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fsanitize=thread)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
check_c_source_compiles("int word; void store(void) { word = 1; }" DTRACE_LOGS_STORES)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
unset(CMAKE_REQUIRED_FLAGS)
if(DTRACE_LOGS_STORES)
	dt_read_sources(core ${PROJECT_SOURCE_DIR}/core)
	dt_read_sources(base ${PROJECT_SOURCE_DIR}/base)
	add_library(dt_core_logged OBJECT ${core} ${base})
	target_include_directories(dt_core_logged PRIVATE ${CMAKE_BINARY_DIR}/generated)
	dt_sees(dt_core_logged base core isa/isa.h os/os.h os/space.h os/process.h os/subject.h spec)
	target_link_libraries(dt_core_logged PRIVATE dt_isa_self)
	target_compile_options(dt_core_logged PRIVATE -ffreestanding -fno-stack-protector
		-fno-sanitize=address,undefined -fsanitize=thread)
	# where it sanitizes, the compiler has its own declarations of what this file defines
	set_source_files_properties(store_log.c PROPERTIES COMPILE_OPTIONS -fno-sanitize=address,undefined)
	dt_test(test_core_stores LABEL unit SOURCES fire/test_stores.c store_log.c $<TARGET_OBJECTS:dt_core_logged> LIBS dt_test_core)
	target_link_options(test_core_stores PRIVATE -Wl,--wrap=os_alloc,--wrap=os_free)
endif()
