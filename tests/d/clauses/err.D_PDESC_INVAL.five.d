/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A description has four fields. */
a:b:c:d:e
{
}
