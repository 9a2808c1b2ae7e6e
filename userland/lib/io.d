/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* io.d - transfers, devices and files as D programs know them: bufinfo_t, devinfo_t, fileinfo_t, fds[], cwd, root. Facts: spec/fact.def. */

typedef struct bufinfo {
	int b_flags;
	size_t b_bcount;
	caddr_t b_addr;
	uint64_t b_lblkno;
	uint64_t b_blkno;
	size_t b_resid;
	size_t b_bufsize;
	caddr_t b_iodone;
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
	offset_t fi_offset;
	string fi_fs;
	string fi_mount;
	int fi_oflags;
} fileinfo_t;

/* B_PHYS: its data are in a program's own memory (direct transfers). B_PAGEIO: in pages of a file. b_addr: where the kernel sees the first of them. */
translator bufinfo_t < struct bio *B > {
	b_flags = (dt_number(bio_write, B) ? B_WRITE : B_READ) | (dt_number(bio_sync, B) ? 0 : B_ASYNC) | (dt_number(bio_direct, B) ? B_PHYS : 0) |
		(dt_number(bio_cached, B) ? B_PAGEIO : 0) | (dt_number(bio_error, B) ? B_ERROR : 0);
	b_bcount = dt_number(bio_bytes, B);
	b_addr = (caddr_t)dt_number(bio_addr, B);
	b_lblkno = dt_number(bio_sector, B);
	b_blkno = dt_number(bio_sector, B);
	b_resid = dt_number(bio_error, B) ? dt_number(bio_bytes, B) : 0;
	b_bufsize = dt_number(bio_bytes, B);
	b_iodone = (caddr_t)dt_number(bio_done, B);
	b_error = dt_number(bio_error, B);
	b_edev = dt_number(bio_dev, B);
};

translator devinfo_t < struct bio *B > {
	dev_major = getmajor(dt_number(bio_dev, B));
	dev_minor = getminor(dt_number(bio_dev, B));
	dev_instance = dt_number(bio_partition, B);
	dev_name = dt_text(bio_driver, B);
	dev_statname = dt_text(bio_disk, B);
	dev_pathname = dt_number(bio_dev, B) ? strjoin("/dev/", dt_text(bio_disk, B)) : "";
};

/* Of a transfer: the file that its first page is of, or that is read or written past the page cache. "<none>": it is of none. */
translator fileinfo_t < struct bio *B > {
	fi_name = dt_text(bio_name, B);
	fi_dirname = dt_text(bio_dir, B);
	fi_pathname = dt_text(bio_path, B);
	fi_offset = dt_number(bio_offset, B);
	fi_fs = dt_text(bio_fs, B);
	fi_mount = dt_text(bio_mount, B);
	fi_oflags = dt_number(bio_oflags, B);
};

translator fileinfo_t < struct file *F > {
	fi_name = F ? dt_text(file_name, F) : "<none>";
	fi_dirname = F ? dt_text(file_dir, F) : "<none>";
	fi_pathname = F ? dt_text(file_path, F) : "<none>";
	fi_offset = F ? dt_number(file_offset, F) : 0;
	fi_fs = F ? dt_text(file_fs, F) : "<none>";
	fi_mount = F ? dt_text(file_mount, F) : "<none>";
	fi_oflags = F ? dt_number(file_flags, F) : 0;
};

inline fileinfo_t fds[int fd] = xlate <fileinfo_t> ((struct file *)dt_number(fd_file, fd));
inline string cwd = dt_text(task_cwd, curthread);
inline string root = dt_text(task_root, curthread);
