/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* version.h - the version of the core, as CONF tells it. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define DT_VERSION "anytrace 0.1.0"

#endif
