/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions with data between their instructions: from NAME_data up to NAME_code. */
	.text
	.globl	table, words, string, bytes, clean
	.type	table, @function
table:	call	0f
0:	pop	%ecx
	lea	table_data-0b(%ecx), %eax
	add	(%eax,%edx,4), %eax
	jmp	*%eax
table_data:
	.long	1f-table_data, 2f-table_data, 3f-table_data, 1f-table_data
table_code:
1:	mov	$1, %eax
	ret
2:	mov	$2, %eax
	ret
3:	jmp	clean
	.size	table, .-table

	.type	words, @function
words:	pop	%eax
	jmp	*%eax
words_data:
	.long	1f-words_data, 2f-words_data, 2f-words_data
words_code:
1:	xor	%eax, %eax
	ret
2:	mov	$2, %eax
	ret
	.size	words, .-words

	.type	string, @function
string:	xor	%eax, %eax
	ret
string_data:
	.byte	0x0f, 0x04, 0x0f, 0x04, 0x0f
string_code:
	.size	string, .-string

	/* jumped over: 0x0f 0x04 is no instruction */
	.type	bytes, @function
bytes:	test	%edi, %edi
	jmp	bytes_code
bytes_data:
	.byte	0x8d, 0x06, 0x0f, 0x04, 0xe8
bytes_code:
	mov	%edi, %eax
	ret
	.size	bytes, .-bytes

	/* a jump to the instruction after a prefix */
	.type	clean, @function
clean:	cmp	$0, %edi
	je	2f
	.byte	0xf0
2:	incl	(%esi)
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
