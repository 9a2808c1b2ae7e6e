/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * providers.h - the providers there are: each is started once after dt_core_init(), and ended before dt_core_fini().
 * init: 0 or a negative errno, nothing left behind; fini: nothing of it is enabled any more. Context: process.
 */
#ifndef PROVIDERS_PROVIDERS_H
#define PROVIDERS_PROVIDERS_H

int dt_provider_dtrace_init(void); /* BEGIN, END, ERROR */
void dt_provider_dtrace_fini(void);

int dt_provider_profile_init(void); /* profile-N, tick-N */
void dt_provider_profile_fini(void);

int dt_provider_syscall_init(void); /* entry and return of system calls; kernel only */
void dt_provider_syscall_fini(void);

int dt_provider_fbt_init(void); /* entry and return of kernel functions; kernel only */
void dt_provider_fbt_fini(void);

int dt_provider_instr_init(void); /* any instruction of kernel functions; kernel only */
void dt_provider_instr_fini(void);

#endif
