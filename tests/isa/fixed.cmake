# SPDX-License-Identifier: MIT OR GPL-2.0-only
# dt_isa_fixed_tests(<isa>): for CPUs with fixed instruction patterns (aarch64, riscv64): agreement with objdump over libraries of the
# cross compiler and over random words, random bytes, and emulation against the CPU itself (under qemu-user elsewhere).
function(dt_isa_fixed_tests isa)
	foreach(program agree_fixed random_fixed)
		if(NOT TARGET ${program})
			add_executable(${program} ${PROJECT_SOURCE_DIR}/tests/isa/${program}.c)
			target_link_libraries(${program} PRIVATE dt_isa_aarch64 dt_isa_riscv64 dt_isa_generic)
		endif()
	endforeach()

	dt_isa_fact(triplet ${isa} isa_triplet)
	set(objdump /usr/bin/${triplet}-objdump)
	set(libraries /usr/${triplet}/lib)
	add_test(NAME agree_${isa} COMMAND agree_fixed ${isa} ${objdump} ${libraries}/libc.so.6 ${libraries}/libm.so.6
		${libraries}/libasan.so.8)
	add_test(NAME agree_${isa}_random COMMAND agree_fixed ${isa} ${objdump} random:300000:1)
	add_test(NAME random_${isa} COMMAND random_fixed ${isa} 3000000)
	add_test(NAME native_${isa} COMMAND ${PROJECT_SOURCE_DIR}/tests/isa/native.sh ${isa} ${PROJECT_SOURCE_DIR}
		${CMAKE_CURRENT_BINARY_DIR}/native 3000)
	set_tests_properties(agree_${isa} agree_${isa}_random random_${isa} native_${isa}
		PROPERTIES LABELS isa SKIP_RETURN_CODE 77)
endfunction()
