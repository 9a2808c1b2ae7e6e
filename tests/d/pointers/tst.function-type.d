/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Pointers to functions can be declared, assigned and compared. */
#pragma D option quiet

int (*fp)(int, char *);
typedef void (*handler_t)(int);
handler_t h;
BEGIN
{
	fp = (int (*)(int, char *))0x4000;
	h = (handler_t)0x5000;
	printf("%x %x %d\n", (uintptr_t)fp, (uintptr_t)h, sizeof (handler_t) == sizeof (void *));
	exit(0);
}
