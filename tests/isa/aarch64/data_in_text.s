/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions with data between their instructions: from NAME_data up to NAME_code. */
	.text
	.globl	table, words, string, bytes, clean
	.type	table, %function
table:	adr	x1, table_data
	ldrsw	x2, [x1, x0, lsl #2]
	add	x1, x1, x2
	br	x1
table_data:
	.word	1f-table_data, 2f-table_data, 3f-table_data, 1f-table_data
table_code:
1:	mov	w0, #1
	ret
2:	mov	w0, #2
	ret
3:	b	clean
	.size	table, .-table

	.type	words, %function
words:	mov	x3, x0
	br	x3
words_data:
	.word	1f-words_data, 2f-words_data, 2f-words_data
words_code:
1:	mov	w0, #0
	ret
2:	mov	w0, #2
	ret
	.size	words, .-words

	/* a literal that decodes: add x0, x0, #0 */
	.type	string, %function
string:	ldr	w0, string_data
	ret
string_data:
	.word	0x91000000
string_code:
	mov	w0, #1
	ret
	.size	string, .-string

	.type	bytes, %function
bytes:	cbz	x0, bytes_code
	b	bytes_code
bytes_data:
	.word	0x00000007, 0x0000aaaa
bytes_code:
	mov	x0, x1
	ret
	.size	bytes, .-bytes

	/* the address of code is taken */
	.type	clean, %function
clean:	adr	x1, 1f
	br	x1
	nop
1:	mov	x0, #3
	ret
clean_data:
clean_code:
	.size	clean, .-clean

	/* no size: up to the end of its frame; up to what comes next */
	.globl	framed, unframed, next
	.type	framed, %function
framed:	.cfi_startproc
	nop
	ret
	.cfi_endproc
	nop
	nop
	.type	unframed, %function
unframed:
	nop
	nop
	ret
	.type	next, %function
next:	ret
	.size	next, .-next
