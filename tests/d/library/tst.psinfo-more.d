/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Memory and times of the running process: what facts of its object say. */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", curpsinfo->pr_size > curpsinfo->pr_rssize, curpsinfo->pr_rssize > 1000);
	printf("%d %d\n", curpsinfo->pr_start.tv_sec <= walltimestamp / 1000000000 + 1, curpsinfo->pr_start.tv_sec > walltimestamp / 1000000000 - 600);
	printf("%d %d\n", curpsinfo->pr_start.tv_nsec >= 0 && curpsinfo->pr_start.tv_nsec < 1000000000, curpsinfo->pr_time.tv_sec < 600);
	printf("%d %d\n", curpsinfo->pr_ctime.tv_sec, curpsinfo->pr_nzomb);
	printf("%d %d\n", curlwpsinfo->pr_lgrp == lgrp, xlate <cpuinfo_t> ((int)cpu).cpu_chip == chip && xlate <cpuinfo_t> ((int)cpu).cpu_lgrp == lgrp);
	printf("%s %d\n", root, strlen(cwd) > 1);
	this->start = *xlate <timestruc_t *> ((uint64_t)12345678901);
	printf("%d %d\n", this->start.tv_sec, this->start.tv_nsec);
	exit(0);
}
