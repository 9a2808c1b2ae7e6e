/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strchr() and strrchr() give the rest of the string or NULL. */
#pragma D option quiet

BEGIN
{
	s = "a/b/c";
	printf("%s %s\n", strchr(s, '/'), strrchr(s, '/'));
	printf("%s %s\n", strchr(s, 'a'), strrchr(s, 'c'));
	printf("%d %d\n", strchr(s, 'z') == NULL, strrchr(s, 'z') == NULL);
	printf("%d\n", strchr("", 'a') == NULL);
	printf("%s\n", strchr(s, 'b') != NULL ? "found" : "none");
	exit(0);
}
