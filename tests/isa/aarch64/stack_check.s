// SPDX-License-Identifier: MIT OR GPL-2.0-only
// stack_check.s - functions that begin as Go's do (userland/process/stack_check.h), and some that only look alike. What has an entry has it at NAME_entry.
	.text
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
	ldr x16, [x28, #16]
	cmp sp, x16
	b.ls .Lonce_grow
once_entry:
	sub sp, sp, #16
	add sp, sp, #16
	ret
.Lonce_grow:
	str x0, [sp, #8]
	mov x3, x30
	bl runtime.morestack_noctxt.abi0
	ldr x0, [sp, #8]
	b once
	.size once, . - once

	.type twice, %function
twice:
	sub x17, sp, #2, lsl #12
	cmp sp, x17
	b.lo .Ltwice_grow
	ldr x16, [x28, #16]
	cmp x17, x16
	b.ls .Ltwice_grow
twice_entry:
	sub sp, sp, #16
	add sp, sp, #16
	ret
.Ltwice_grow:
	str x0, [sp, #8]
	mov x3, x30
	bl runtime.morestack_noctxt.abi0
	ldr x0, [sp, #8]
	b twice
	.size twice, . - twice

	.type over, %function
over:
	ldr x16, [x28, #16]
	cmp sp, x16
	b.hi over_entry
	str x0, [sp, #8]
	mov x3, x30
	bl runtime.morestack_noctxt.abi0
	ldr x0, [sp, #8]
	b over
over_entry:
	sub sp, sp, #16
	add sp, sp, #16
	ret
	.size over, . - over

	.type begins_again, %function
begins_again:
	ldr x16, [x28, #16]
	cmp sp, x16
	b.ls .Lbegins_again_grow
begins_again_entry:
	sub sp, sp, #16
	add sp, sp, #16
	cbnz x0, begins_again
	ret
.Lbegins_again_grow:
	str x0, [sp, #8]
	mov x3, x30
	bl runtime.morestack_noctxt.abi0
	ldr x0, [sp, #8]
	b begins_again
	.size begins_again, . - begins_again

	.type loops_inside, %function
loops_inside:
	ldr x16, [x28, #16]
	cmp sp, x16
	b.ls .Lloops_inside_grow
loops_inside_entry:
	sub sp, sp, #16
	add sp, sp, #16
	cbnz x0, loops_inside_entry
	ret
.Lloops_inside_grow:
	str x0, [sp, #8]
	mov x3, x30
	bl runtime.morestack_noctxt.abi0
	ldr x0, [sp, #8]
	b loops_inside
	.size loops_inside, . - loops_inside

	.type calls_another, %function
calls_another:
	ldr x16, [x28, #16]
	cmp sp, x16
	b.ls .Lcalls_another_grow
calls_another_entry:
	sub sp, sp, #16
	add sp, sp, #16
	ret
.Lcalls_another_grow:
	str x0, [sp, #8]
	mov x3, x30
	bl stranger
	ldr x0, [sp, #8]
	b calls_another
	.size calls_another, . - calls_another

	.type plain, %function
plain:
	ldr x16, [x28, #16]
	cmp sp, x16
	b.ls .Lplain_grow
plain_entry:
	sub sp, sp, #16
	add sp, sp, #16
	ret
.Lplain_grow:
	str x0, [sp, #8]
	mov x3, x30
	bl runtime.morestack_noctxt.abi0
	ldr x0, [sp, #8]
	b plain_entry
	.size plain, . - plain

