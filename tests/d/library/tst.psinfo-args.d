/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The process's arguments and environment, where exec() left them; how it ended, and its terminal. */
#pragma D option quiet

BEGIN
{
	this->wide = curpsinfo->pr_dmodel == PR_MODEL_LP64;
	this->word = this->wide ? 8 : 4;
	this->end = curpsinfo->pr_argv + curpsinfo->pr_argc * this->word;
	this->first = this->wide ? *(uint64_t *)copyin(curpsinfo->pr_argv, 8) : *(uint32_t *)copyin(curpsinfo->pr_argv, 4);
	this->behind = this->wide ? *(uint64_t *)copyin(this->end, 8) : *(uint32_t *)copyin(this->end, 4);
	this->variable = this->wide ? *(uint64_t *)copyin(curpsinfo->pr_envp, 8) : *(uint32_t *)copyin(curpsinfo->pr_envp, 4);
	printf("%d %s %d\n", curpsinfo->pr_argc > 1, basename(copyinstr(this->first)), this->behind);
	printf("%d %d\n", index(curpsinfo->pr_psargs, copyinstr(this->first)), index(copyinstr(this->variable), "=") > 0);
	printf("%d %d\n", curpsinfo->pr_dmodel == PR_MODEL_LP64 || curpsinfo->pr_dmodel == PR_MODEL_ILP32, curpsinfo->pr_wstat);
	printf("%d\n", curpsinfo->pr_ttydev == (uint_t)-1 || curpsinfo->pr_ttydev >> 20 > 0);
	exit(0);
}
