/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The running process and thread as the library's structures: no kernel types are needed for these members. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == ppid, curpsinfo->pr_uid == uid, curpsinfo->pr_gid == gid);
	printf("%d %d %d\n", curlwpsinfo->pr_lwpid == tid, curpsinfo->pr_lwp.pr_lwpid == tid, curlwpsinfo->pr_onpro == cpu);
	printf("%d %d\n", curpsinfo->pr_fname == execname, curlwpsinfo->pr_name == execname);
	printf("%d %d\n", sizeof(psinfo_t) > sizeof(lwpsinfo_t), sizeof(((psinfo_t *)0)->pr_psargs));
	exit(0);
}
