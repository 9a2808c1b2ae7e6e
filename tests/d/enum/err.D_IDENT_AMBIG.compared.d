/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* red is a variable here and an enumerator of the header: beside an enum color nobody can tell. */
# 1 "color.h"
enum color { red, green };
# 6
int red;
enum color c;
BEGIN
/c == red/
{
	exit(0);
}
