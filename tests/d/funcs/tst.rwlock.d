/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * rwlock_t: a byte that a writer fills, a bit of a waiting writer, the number of readers above.
 * @@engine: host
 */
#pragma D option quiet

BEGIN
{
	this->l = (uint32_t *)alloca(4);
	*this->l = 0;
	printf("%d %d %d\n", rw_read_held((void *)this->l), rw_write_held((void *)this->l), rw_iswriter((void *)this->l));
	*this->l = 0x400;
	printf("%d %d %d\n", rw_read_held((void *)this->l), rw_write_held((void *)this->l), rw_iswriter((void *)this->l));
	*this->l = 0xff;
	printf("%d %d %d\n", rw_read_held((void *)this->l), rw_write_held((void *)this->l), rw_iswriter((void *)this->l));
	*this->l = 0x300;
	printf("%d %d %d\n", rw_read_held((void *)this->l), rw_write_held((void *)this->l), rw_iswriter((void *)this->l));
	exit(0);
}
