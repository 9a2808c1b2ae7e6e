/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A pipe has no path: it is shown by its kind and number, as in /proc/PID/fd. (The kernel of i386 has no types.)
 * @@engine: kernel
 * @@isa: x86_64 aarch64 riscv64
 */
#pragma D option quiet
#pragma D option destructive

BEGIN
{
	system("echo text | cat >/dev/null");
}

syscall::read:entry
/fds[arg0].fi_fs == "pipefs" && progenyof($pid) && pid != $pid/
{
	this->path = fds[arg0].fi_pathname;
	this->number = curthread->files->fdt->fd[arg0]->f_inode->i_ino;
	printf("%s\n", this->path == strjoin("pipe:[", strjoin(lltostr(this->number), "]")) ? "named" : this->path);
	exit(0);
}

tick-10s
{
	printf("no pipe was read\n");
	exit(1);
}
