/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions with data between their instructions: from NAME_data up to NAME_code. */
	.text
	.globl	table, words, string, bytes, clean
	.type	table, @function
table:	lea	table_data(%rip), %rax
	movslq	(%rax,%rdi,4), %rdx
	add	%rax, %rdx
	jmp	*%rdx
table_data:
	.long	1f-table_data, 2f-table_data, 3f-table_data, 1f-table_data
table_code:
1:	mov	$1, %eax
	ret
2:	mov	$2, %eax
	ret
3:	jmp	clean
	.size	table, .-table

	/* no instruction names the table: places of code in words are one */
	.type	words, @function
words:	pop	%rax
	jmp	*%rax
words_data:
	.long	1f-words_data, 2f-words_data, 2f-words_data
words_code:
1:	xor	%eax, %eax
	ret
2:	mov	$2, %eax
	ret
	.size	words, .-words

	.type	string, @function
string:	lea	string_data(%rip), %rax
	ret
string_data:
	.asciz	"a text that decodes"
string_code:
	.size	string, .-string

	/* jumped over: 0x06 is no instruction */
	.type	bytes, @function
bytes:	test	%edi, %edi
	jmp	bytes_code
bytes_data:
	.byte	0x48, 0x8d, 0x06, 0x06, 0x48
bytes_code:
	mov	%edi, %eax
	ret
	.size	bytes, .-bytes

	/* the address of code is taken; a jump to the instruction after a prefix */
	.type	clean, @function
clean:	lea	1f(%rip), %rax
	cmp	$0, %edi
	je	2f
	.byte	0xf0
2:	incl	(%rsi)
	jmp	*%rax
1:	mov	$3, %eax
	ret
clean_data:
clean_code:
	.size	clean, .-clean

	/* no size: up to the end of its frame; up to what comes next */
	.globl	framed, unframed, next
	.type	framed, @function
framed:	.cfi_startproc
	nop
	ret
	.cfi_endproc
	nop
	nop
	.type	unframed, @function
unframed:
	nop
	nop
	ret
	.type	next, @function
next:	ret
	.size	next, .-next
	.section .note.GNU-stack, "", @progbits
