# SPDX-License-Identifier: MIT OR GPL-2.0-only
# stack_check.s - functions that begin as Go's do (userland/process/stack_check.h), and some that only look alike. What has an entry has it at NAME_entry.
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
	movl -4(%ecx), %ecx
	cmpl 8(%ecx), %esp
	jbe .Lonce_grow
once_entry:
	subl $4, %esp
	addl $4, %esp
	ret
.Lonce_grow:
	nop
	call runtime.morestack_noctxt.abi0
	nop
	jmp once
	.size once, . - once

	.type twice, %function
twice:
	movl %esp, %edx
	subl $0x2000, %edx
	jb .Ltwice_grow
	cmpl 8(%ecx), %edx
	jbe .Ltwice_grow
twice_entry:
	subl $4, %esp
	addl $4, %esp
	ret
.Ltwice_grow:
	nop
	call runtime.morestack_noctxt.abi0
	nop
	jmp twice
	.size twice, . - twice

	.type over, %function
over:
	cmpl 8(%ecx), %esp
	ja over_entry
	nop
	call runtime.morestack_noctxt.abi0
	nop
	jmp over
over_entry:
	subl $4, %esp
	addl $4, %esp
	ret
	.size over, . - over

	.type begins_again, %function
begins_again:
	movl -4(%ecx), %ecx
	cmpl 8(%ecx), %esp
	jbe .Lbegins_again_grow
begins_again_entry:
	subl $4, %esp
	addl $4, %esp
	testl %eax, %eax
	jne begins_again
	ret
.Lbegins_again_grow:
	nop
	call runtime.morestack_noctxt.abi0
	nop
	jmp begins_again
	.size begins_again, . - begins_again

	.type loops_inside, %function
loops_inside:
	movl -4(%ecx), %ecx
	cmpl 8(%ecx), %esp
	jbe .Lloops_inside_grow
loops_inside_entry:
	subl $4, %esp
	addl $4, %esp
	testl %eax, %eax
	jne loops_inside_entry
	ret
.Lloops_inside_grow:
	nop
	call runtime.morestack_noctxt.abi0
	nop
	jmp loops_inside
	.size loops_inside, . - loops_inside

	.type calls_another, %function
calls_another:
	movl -4(%ecx), %ecx
	cmpl 8(%ecx), %esp
	jbe .Lcalls_another_grow
calls_another_entry:
	subl $4, %esp
	addl $4, %esp
	ret
.Lcalls_another_grow:
	nop
	call stranger
	nop
	jmp calls_another
	.size calls_another, . - calls_another

	.type plain, %function
plain:
	movl -4(%ecx), %ecx
	cmpl 8(%ecx), %esp
	jbe .Lplain_grow
plain_entry:
	subl $4, %esp
	addl $4, %esp
	ret
.Lplain_grow:
	nop
	call runtime.morestack_noctxt.abi0
	nop
	jmp plain_entry
	.size plain, . - plain

