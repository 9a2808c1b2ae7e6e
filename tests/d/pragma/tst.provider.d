/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider definition. */
#pragma D option quiet

provider mine {
	probe start(int, char *);
	probe stop(struct s *x, int) : (void *, uint8_t);
	probe none();
};
BEGIN
{
	trace(1);
	exit(0);
}
