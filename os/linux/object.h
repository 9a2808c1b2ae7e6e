/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * object.h - facts of the kernel's objects (spec/fact.def): one function for each, in the file
 * object_<subject>.c, and what they share. object.c chooses among them.
 *
 * A fact is asked for at any address and at any moment: inside an NMI, with any lock held, of an
 * object that is being changed or freed. So every word is read by a guarded load, no lock is
 * taken and no function of the kernel is called but short inline ones; a value that was read halfway
 * through a change is possible, a crash is not.
 */
#ifndef OS_LINUX_OBJECT_H
#define OS_LINUX_OBJECT_H

#include <linux/stddef.h>

#include "os/linux/linux.h"

/*
 * linux_number_<fact> / linux_text_<fact> - as os_number and os_text, of one fact.
 * return:  0, the text's length, or -OS_EFAULT, -OS_EOPNOTSUPP. Context: probe context.
 */
#define DECLARE_NUMBER(name)                   int linux_number_##name(uint64_t object, uint64_t *ret)
#define DECLARE_TEXT(name)                     long linux_text_##name(uint64_t object, char *dst, size_t size)
#define DIF_FACT(id, NAME, name, kind, object) DECLARE_##kind(name);
#include "spec/fact.def"
#undef DIF_FACT
#undef DECLARE_NUMBER
#undef DECLARE_TEXT

/* linux_objects_init - find what facts compare with. Return 0. Context: process. */
int linux_objects_init(void);

/* LOAD_MEMBER - a member of a structure at @addr into *@dst, of the same size. Value: it could be read. */
#define LOAD_MEMBER(dst, addr, type, member)                                                     \
	({                                                                                       \
		BUILD_BUG_ON(sizeof(*(dst)) != sizeof_field(type, member));                      \
		os_kload((dst), (uint64_t)(addr) + offsetof(type, member), sizeof(*(dst))) == 0; \
	})

/* LOAD_POINTER - the same of a member that is a pointer, as an address in a uint64_t. */
#define LOAD_POINTER(dst, addr, type, member)                                       \
	({                                                                          \
		BUILD_BUG_ON(sizeof_field(type, member) != sizeof(void *));         \
		linux_load_pointer((uint64_t)(addr) + offsetof(type, member), dst); \
	})

/*
 * FACT_MEMBER - a fact that is a member of its object and nothing else; @as is the type that it
 * is a number of, which says whether its sign is extended.
 */
#define FACT_MEMBER(name, type, member, as)                                  \
	DT_PROBE_CTX int linux_number_##name(uint64_t object, uint64_t *ret) \
	{                                                                    \
		typeof_member(type, member) value;                           \
                                                                             \
		if (!LOAD_MEMBER(&value, object, type, member))              \
			return -OS_EFAULT;                                   \
		*ret = (uint64_t)(as)value;                                  \
		return 0;                                                    \
	}

DT_PROBE_INLINE bool linux_load_pointer(uint64_t addr, uint64_t *ret)
{
	unsigned long value;

	if (os_kload(&value, addr, sizeof(value)) != 0)
		return false;
	*ret = value;
	return true;
}

/* linux_text_put - @from, or as much of it as fits; its length. Context: probe context. */
long linux_text_put(char *dst, size_t size, const char *from);
/* linux_text_at - the NUL-terminated text at an address, of at most @most bytes. Context: probe context. */
long linux_text_at(uint64_t addr, size_t most, char *dst, size_t size);
/* linux_text_cut - leave of a path of @length the folder that it is in. Context: probe context. */
long linux_text_cut(char *path, long length);

/*
 * linux_dentry_path - the path of a name in its file system, and of a mount of that file system if
 * one is found.
 * return:  the text's length, or -OS_EFAULT. Context: probe context.
 */
long linux_dentry_path(uint64_t dentry, char *dst, size_t size);
/* linux_dentry_name - a name's last part. Context: probe context. */
long linux_dentry_name(uint64_t dentry, char *dst, size_t size);
/* linux_mount_of - a mount of the file system @block is the super block of; 0: none found. Context: probe context. */
uint64_t linux_mount_of(uint64_t block);

/* The text of "no file". */
#define LINUX_NONE "<none>"

#endif
