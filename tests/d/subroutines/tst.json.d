/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* json() follows names and places. */
#pragma D option quiet

BEGIN
{
	this->j = "{\"a\":1,\"b\":\"two\",\"c\":{\"d\":[10,20,{\"e\":\"deep\"}]},\"n\":null,\"t\":true,\"f\":-1.5e3}";
	printf("%s %s %s\n", json(this->j, "a"), json(this->j, "b"), json(this->j, "c.d[1]"));
	printf("%s %s\n", json(this->j, "c.d[2].e"), json(this->j, "c.d[0]"));
	printf("%s %s %s\n", json(this->j, "n"), json(this->j, "t"), json(this->j, "f"));
	printf("%d %d %d\n", json(this->j, "x") == NULL, json(this->j, "c.d[3]") == NULL, json(this->j, "a.b") == NULL);
	printf("%s\n", json(this->j, "c.d"));
	exit(0);
}
