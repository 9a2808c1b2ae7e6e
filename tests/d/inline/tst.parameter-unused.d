/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What could go wrong with some values of a parameter does not go wrong with the definition. */
#pragma D option quiet
struct node { int n; struct node *next; };
inline int over[int a, int b] = a / b;
inline int next[struct node *p] = p->next->n;
inline string first[string a, int n] = n ? a : "none";
inline int at[int *p, int n] = p[n];
BEGIN { printf("%d %s\n", over[7, 2], first["x", 0]); exit(0); }
