/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * providers.h - the providers in spec/provider.def: each is started once after dt_core_init(), and
 * ended before dt_core_fini().
 *
 * dt_provider_NAME_init - return: 0 or a negative errno, nothing left over. Context: process.
 * dt_provider_NAME_fini - nothing of it is enabled any more. Context: process.
 */
#ifndef PROVIDERS_PROVIDERS_H
#define PROVIDERS_PROVIDERS_H

#define DT_PROVIDER(name, where, probes)     \
	int dt_provider_##name##_init(void); \
	void dt_provider_##name##_fini(void);
#include "spec/provider.def"
#undef DT_PROVIDER

#endif
