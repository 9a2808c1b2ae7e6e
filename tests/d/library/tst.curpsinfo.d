/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The running process and thread as the library's structures: no kernel types are needed for these members. */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == ppid, curpsinfo->pr_uid == uid, curpsinfo->pr_gid == gid);
	printf("%d %d %d\n", curlwpsinfo->pr_lwpid == tid, curpsinfo->pr_lwp.pr_lwpid == tid, curlwpsinfo->pr_onpro == cpu);
	printf("%d %d\n", curpsinfo->pr_fname == execname, curlwpsinfo->pr_name == execname);
	printf("%d %d %d %d\n", curpsinfo->pr_pgid == $pgid, curpsinfo->pr_sid == $sid, curpsinfo->pr_euid == $euid, curpsinfo->pr_egid == $egid);
	printf("%d %d %d\n", curpsinfo->pr_nlwp >= 1, curpsinfo->pr_flag, curpsinfo->pr_lwp.pr_pri == curlwpsinfo->pr_pri);
	printf("%d %d %d %d\n", curlwpsinfo->pr_flag, curlwpsinfo->pr_wchan, curlwpsinfo->pr_stype, curlwpsinfo->pr_state == SONPROC);
	printf("%c %d %d\n", curlwpsinfo->pr_sname, curlwpsinfo->pr_syscall >= 0, curlwpsinfo->pr_time.tv_sec + curlwpsinfo->pr_time.tv_nsec > 0);
	printf("%d %d\n", curlwpsinfo->pr_bindpset, curlwpsinfo->pr_bindpro == -1 || curlwpsinfo->pr_bindpro == cpu);
	printf("%d %s\n", curlwpsinfo->pr_clname != "TS" || curlwpsinfo->pr_pri - curlwpsinfo->pr_nice == 120, curlwpsinfo->pr_clname == "?" ? "?" : "");
	printf("%d %d %d %d %d\n", curpsinfo->pr_taskid, curpsinfo->pr_projid, curpsinfo->pr_poolid, curpsinfo->pr_zoneid, curpsinfo->pr_contract);
	printf("%d %d\n", sizeof(psinfo_t) > sizeof(lwpsinfo_t), sizeof(((psinfo_t *)0)->pr_psargs));
	exit(0);
}
