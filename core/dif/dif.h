/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif.h - the DIF machine, its variables, and short forms of its objects. The one header of this
 * room for the others.
 */
#ifndef CORE_DIF_H
#define CORE_DIF_H

#include "core/dif/machine.h"
#include "core/dif/native.h"
#include "core/dif/quick.h"
#include "core/dif/vars.h"

#endif
