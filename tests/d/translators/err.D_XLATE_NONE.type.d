/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No translator for this input. */
struct in { int a; };
struct out { int a; };
translator struct out < struct in *I > { a = I->a; };
BEGIN { this->p = (char *)alloca(4); trace(xlate <struct out *> (this->p)->a); }
