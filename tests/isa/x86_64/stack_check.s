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
	cmpq 0x10(%r14), %rsp
	jbe .Lonce_grow
once_entry:
	subq $8, %rsp
	addq $8, %rsp
	ret
.Lonce_grow:
	movq %rax, 8(%rsp)
	call runtime.morestack_noctxt.abi0
	movq 8(%rsp), %rax
	jmp once
	.size once, . - once

	.type twice, %function
twice:
	movq %rsp, %r12
	subq $0x2000, %r12
	jb .Ltwice_grow
	cmpq 0x10(%r14), %r12
	jbe .Ltwice_grow
twice_entry:
	subq $8, %rsp
	addq $8, %rsp
	ret
.Ltwice_grow:
	movq %rax, 8(%rsp)
	call runtime.morestack_noctxt.abi0
	movq 8(%rsp), %rax
	jmp twice
	.size twice, . - twice

	.type over, %function
over:
	cmpq 0x10(%r14), %rsp
	ja over_entry
	movq %rax, 8(%rsp)
	call runtime.morestack_noctxt.abi0
	movq 8(%rsp), %rax
	jmp over
over_entry:
	subq $8, %rsp
	addq $8, %rsp
	ret
	.size over, . - over

	.type begins_again, %function
begins_again:
	cmpq 0x10(%r14), %rsp
	jbe .Lbegins_again_grow
begins_again_entry:
	subq $8, %rsp
	addq $8, %rsp
	testq %rax, %rax
	jne begins_again
	ret
.Lbegins_again_grow:
	movq %rax, 8(%rsp)
	call runtime.morestack_noctxt.abi0
	movq 8(%rsp), %rax
	jmp begins_again
	.size begins_again, . - begins_again

	.type loops_inside, %function
loops_inside:
	cmpq 0x10(%r14), %rsp
	jbe .Lloops_inside_grow
loops_inside_entry:
	subq $8, %rsp
	addq $8, %rsp
	testq %rax, %rax
	jne loops_inside_entry
	ret
.Lloops_inside_grow:
	movq %rax, 8(%rsp)
	call runtime.morestack_noctxt.abi0
	movq 8(%rsp), %rax
	jmp loops_inside
	.size loops_inside, . - loops_inside

	.type calls_another, %function
calls_another:
	cmpq 0x10(%r14), %rsp
	jbe .Lcalls_another_grow
calls_another_entry:
	subq $8, %rsp
	addq $8, %rsp
	ret
.Lcalls_another_grow:
	movq %rax, 8(%rsp)
	call stranger
	movq 8(%rsp), %rax
	jmp calls_another
	.size calls_another, . - calls_another

	.type plain, %function
plain:
	cmpq 0x10(%r14), %rsp
	jbe .Lplain_grow
plain_entry:
	subq $8, %rsp
	addq $8, %rsp
	ret
.Lplain_grow:
	movq %rax, 8(%rsp)
	call runtime.morestack_noctxt.abi0
	movq 8(%rsp), %rax
	jmp plain_entry
	.size plain, . - plain

