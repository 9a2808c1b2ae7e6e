/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string that was set to NULL is no string any more: reading its characters is an error, and its old ones are not there. */
#pragma D option quiet

BEGIN { s = "hello world"; this->s = "hello"; }
BEGIN { s = NULL; }
BEGIN { printf("%d", s[1]); }
BEGIN { this->s = "hello"; this->s = NULL; printf("%d", this->s[1]); }
BEGIN { trace(s); }
BEGIN { printf("%d\n", s == NULL); s = "again"; }
BEGIN { printf("%c %s\n", s[1], s); exit(0); }
ERROR { printf("fault %d at %d\n", arg4, arg5); }
