# SPDX-License-Identifier: MIT OR GPL-2.0-only
# stack_check.s - functions that begin as Go's do (userland/process/stack_check.h), and some that only look alike. What has an entry has it at NAME_entry.
	.text
	.option norvc
	.type runtime.morestack_noctxt.abi0, %function
runtime.morestack_noctxt.abi0:
	ret
	.size runtime.morestack_noctxt.abi0, . - runtime.morestack_noctxt.abi0
	.type stranger, %function
stranger:
	ret
	.size stranger, . - stranger

	.type once, %function
once:
	ld t1, 16(s11)
	bgeu t1, sp, .Lonce_grow
once_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	ret
.Lonce_grow:
	sd a0, 8(sp)
	jal t0, runtime.morestack_noctxt.abi0
	ld a0, 8(sp)
	j once
	.size once, . - once

	.type twice, %function
twice:
	li t2, 0x2000
	sub t2, sp, t2
	bgtu t2, sp, .Ltwice_grow
	ld t1, 16(s11)
	bgeu t1, t2, .Ltwice_grow
twice_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	ret
.Ltwice_grow:
	sd a0, 8(sp)
	jal t0, runtime.morestack_noctxt.abi0
	ld a0, 8(sp)
	j twice
	.size twice, . - twice

	.type over, %function
over:
	ld t1, 16(s11)
	bltu t1, sp, over_entry
	sd a0, 8(sp)
	jal t0, runtime.morestack_noctxt.abi0
	ld a0, 8(sp)
	j over
over_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	ret
	.size over, . - over

	.type begins_again, %function
begins_again:
	ld t1, 16(s11)
	bgeu t1, sp, .Lbegins_again_grow
begins_again_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	bnez a0, begins_again
	ret
.Lbegins_again_grow:
	sd a0, 8(sp)
	jal t0, runtime.morestack_noctxt.abi0
	ld a0, 8(sp)
	j begins_again
	.size begins_again, . - begins_again

	.type loops_inside, %function
loops_inside:
	ld t1, 16(s11)
	bgeu t1, sp, .Lloops_inside_grow
loops_inside_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	bnez a0, loops_inside_entry
	ret
.Lloops_inside_grow:
	sd a0, 8(sp)
	jal t0, runtime.morestack_noctxt.abi0
	ld a0, 8(sp)
	j loops_inside
	.size loops_inside, . - loops_inside

	.type calls_another, %function
calls_another:
	ld t1, 16(s11)
	bgeu t1, sp, .Lcalls_another_grow
calls_another_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	ret
.Lcalls_another_grow:
	sd a0, 8(sp)
	jal t0, stranger
	ld a0, 8(sp)
	j calls_another
	.size calls_another, . - calls_another

	.type plain, %function
plain:
	ld t1, 16(s11)
	bgeu t1, sp, .Lplain_grow
plain_entry:
	addi sp, sp, -16
	addi sp, sp, 16
	ret
.Lplain_grow:
	sd a0, 8(sp)
	jal t0, runtime.morestack_noctxt.abi0
	ld a0, 8(sp)
	j plain_entry
	.size plain, . - plain

