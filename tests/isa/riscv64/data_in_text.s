/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions with data between their instructions: from NAME_data up to NAME_code. */
	.text
	.option	norelax
	.globl	table, words, string, bytes, clean
	.type	table, %function
table:	lla	a1, table_data
	slli	a0, a0, 2
	add	a0, a0, a1
	lw	a0, 0(a0)
	add	a0, a0, a1
	jr	a0
	.balign	4
table_data:
	.word	1f-table_data, 2f-table_data, 3f-table_data, 1f-table_data
table_code:
1:	li	a0, 1
	ret
2:	li	a0, 2
	ret
3:	j	clean_here
	.size	table, .-table

	.type	words, %function
words:	mv	a3, a0
	jr	a3
words_data:
	.word	1f-words_data, 2f-words_data, 2f-words_data
words_code:
1:	li	a0, 0
	ret
2:	li	a0, 2
	ret
	.size	words, .-words

	.type	string, %function
string:	mv	a0, a1
	ret
string_data:
	.half	0, 0, 0xffff
string_code:
	.size	string, .-string

	.type	bytes, %function
bytes:	beqz	a0, bytes_code
	j	bytes_code
bytes_data:
	.half	0x0000, 0x0000, 0x0000
bytes_code:
	mv	a0, a1
	ret
	.size	bytes, .-bytes

	.type	clean, %function
clean:
clean_here:
	lla	a1, 1f
	jr	a1
1:	li	a0, 3
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
