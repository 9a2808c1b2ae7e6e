#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them: a header of a protocol in scratch memory, shown in three ways.
 */
#pragma D option quiet

typedef struct hdr {
	uint8_t	h_type;
	uint8_t	h_code;
	uint16_t h_sum;
	union {
		uint32_t word;
		uint8_t bytes[4];
	} h_u;
} hdr_t;

typedef enum { T_NONE, T_REQ = 4, T_REPLY } kind_t;

hdr_t h;
this hdr_t *p;

BEGIN
{
	this->p = (hdr_t *)alloca(sizeof (hdr_t));
	this->p->h_type = T_REPLY;
	this->p->h_code = 200;
	this->p->h_sum = htons(0x1234);
	this->p->h_u.word = htonl(0x0a000001);
	h = *this->p;
	printf("%d %d %x %d.%d.%d.%d %d\n", h.h_type, h.h_code, ntohs(h.h_sum),
	    h.h_u.bytes[0], h.h_u.bytes[1], h.h_u.bytes[2], h.h_u.bytes[3], sizeof (hdr_t));
	printf("%s\n", inet_ntoa((ipaddr_t *)&this->p->h_u.word));
	printf("%d %d\n", offsetof(hdr_t, h_u), sizeof (this->p->h_u.bytes));
	tracemem(this->p, 8);
	print(h);
	trace("\n");
	exit(0);
}
