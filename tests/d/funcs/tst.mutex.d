/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The owner of a mutex is its first word but for the three low bits; nobody holds one whose word is 0. Mutexes of Linux
 * are adaptive.
 * @@engine: host
 */
#pragma D option quiet

BEGIN
{
	this->m = (uintptr_t *)alloca(8);
	*this->m = 0;
	printf("%d %x\n", mutex_owned((struct mutex *)this->m), (uint64_t)mutex_owner((struct mutex *)this->m));
	*this->m = 0x12340003;
	printf("%d %x\n", mutex_owned((struct mutex *)this->m), (uint64_t)mutex_owner((struct mutex *)this->m));
	printf("%d %d\n", mutex_type_adaptive((struct mutex *)this->m), mutex_type_spin((struct mutex *)this->m));
	exit(0);
}
