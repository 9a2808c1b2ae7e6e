/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* io.d - transfers, devices and files as D programs know them: bufinfo_t, devinfo_t, fileinfo_t, fds[], cwd, root. */

typedef struct bufinfo {
	int b_flags;
	size_t b_bcount;
	uintptr_t b_addr;
	uint64_t b_lblkno;
	uint64_t b_blkno;
	size_t b_resid;
	size_t b_bufsize;
	uintptr_t b_iodone;
	int b_error;
	dev_t b_edev;
} bufinfo_t;

typedef struct devinfo {
	int dev_major;
	int dev_minor;
	int dev_instance;
	string dev_name;
	string dev_statname;
	string dev_pathname;
} devinfo_t;

typedef struct fileinfo {
	string fi_name;
	string fi_dirname;
	string fi_pathname;
	int64_t fi_offset;
	string fi_fs;
	string fi_mount;
	int fi_oflags;
} fileinfo_t;

/* The operation's lowest bit is the direction. A synchronous one has the bit __REQ_SYNC. */
translator bufinfo_t < struct bio *B > {
	b_flags = B_PHYS | (B->bi_opf & 1 ? B_WRITE : B_READ) | (B->bi_opf & 1 << __REQ_SYNC ? 0 : B_ASYNC);
	b_bcount = B->bi_iter.bi_size;
	b_lblkno = B->bi_iter.bi_sector;
	b_blkno = B->bi_iter.bi_sector;
	b_bufsize = B->bi_iter.bi_size;
	b_iodone = (uintptr_t)B->bi_end_io;
	b_error = B->bi_status;
	b_edev = B->bi_bdev ? B->bi_bdev->bd_dev : 0;
};

translator devinfo_t < struct bio *B > {
	dev_major = B->bi_bdev ? getmajor(B->bi_bdev->bd_dev) : 0;
	dev_minor = B->bi_bdev ? getminor(B->bi_bdev->bd_dev) : 0;
	dev_statname = B->bi_bdev ? stringof(B->bi_bdev->bd_disk->disk_name) : "";
	dev_pathname = B->bi_bdev ? strjoin("/dev/", B->bi_bdev->bd_disk->disk_name) : "";
};

translator fileinfo_t < struct file *F > {
	fi_name = F ? stringof(F->f_path.dentry->d_name.name) : "<none>";
	fi_dirname = F ? dirname(d_path(&F->f_path)) : "<none>";
	fi_pathname = F ? d_path(&F->f_path) : "<none>";
	fi_offset = F ? F->f_pos : 0;
	fi_fs = F ? stringof(F->f_inode->i_sb->s_type->name) : "<none>";
	fi_oflags = F ? F->f_flags : 0;
};

inline fileinfo_t fds[int fd] = xlate <fileinfo_t> (
	fd >= 0 && fd < curthread->files->fdt->max_fds ? curthread->files->fdt->fd[fd] : (struct file *)NULL);
inline string cwd = d_path(&curthread->fs->pwd);
inline string root = d_path(&curthread->fs->root);
