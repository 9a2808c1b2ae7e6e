/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dif_limits.h - limits of a DIF object that the format itself does not set. Beyond them dt_difo_validate refuses. */
#ifndef CORE_DIF_LIMITS_H
#define CORE_DIF_LIMITS_H

/* bytes of one variable that is held by value of its data (string, struct, array) */
#define DIF_VAR_SIZE_MAX (16 * 1024)
#define DIF_VARS_MAX     4096          /* variables one object refers to */
#define DIF_RESULT_MAX   (1024 * 1024) /* bytes of a result by reference */
#define DIF_COPYOUT_MAX  (1024 * 1024) /* bytes of one copyout() */

#endif
