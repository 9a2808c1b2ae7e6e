/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * packet.c - bytes of a packet, from any address that a D program calls one. Everything is read by
 * guarded loads, and values that make no sense are refused: there may be no such structure at the
 * address, or it may be changed or freed while it is read.
 *
 *      struct sk_buff      head ... data ... data + (len - data_len) ... end
 *                                   |<-------- first ---------->|       |
 *                                                                struct skb_shared_info: frags[]
 *                                                                (second: parts of pages),
 *                                                                frag_list (last: further packets,
 *                                                                each of these made the same way)
 */
#include <linux/mm.h>
#include <linux/skbuff.h>

#include "os/linux/linux.h"

#define LENGTH_MAX  (1u << 26) /* more than any packet has */
#define FURTHER_MAX 1024       /* packets in a list, against rings */

struct target {
	u8 *dst;
	size_t room;
	bool cut; /* there is more, in memory that is not mapped */
};

/* The members of a struct sk_buff that describe its bytes. */
struct packet {
	unsigned long data, end;
	u32 first;  /* bytes from data on */
	u32 length; /* all */
};

/* An integer or a pointer of a structure. */
#define LOAD(ret, addr, type, member) (os_kload(ret, (addr) + offsetof(type, member), sizeof(((type *)0)->member)) == 0)

DT_PROBE_CTX static bool load_packet(unsigned long addr, struct packet *packet)
{
	unsigned long head, tail = 0, end = 0;
	unsigned int rest;

	if (addr % sizeof(long) != 0)
		return false;
	if (!LOAD(&head, addr, struct sk_buff, head) || !LOAD(&packet->data, addr, struct sk_buff, data) ||
	    !LOAD(&tail, addr, struct sk_buff, tail) || !LOAD(&end, addr, struct sk_buff, end) ||
	    !LOAD(&packet->length, addr, struct sk_buff, len) || !LOAD(&rest, addr, struct sk_buff, data_len))
		return false;
	if (IS_ENABLED(CONFIG_64BIT)) { /* distances there, addresses on 32-bit kernels */
		tail += head;
		end += head;
	}
	packet->end = end;
	packet->first = packet->length - rest;
	return packet->length <= LENGTH_MAX && rest <= packet->length && head != 0 && head <= packet->data &&
	       packet->data <= tail && tail - packet->data == packet->first && tail <= end && end - head <= LENGTH_MAX;
}

DT_PROBE_CTX static bool copy(struct target *target, unsigned long addr, size_t size)
{
	size = min(size, target->room);
	if (size == 0)
		return true;
	if (os_kload(target->dst, addr, size))
		return false;
	target->dst += size;
	target->room -= size;
	return true;
}

/*
 * Where the kernel has a page mapped; 0: nowhere. A fragment may be a device's memory: its first
 * word is then no pointer.
 */
DT_PROBE_CTX static unsigned long page_memory(unsigned long page)
{
	unsigned long pfn;

	if (page == 0 || page % sizeof(long) != 0)
		return 0;
	if (IS_ENABLED(CONFIG_SPARSEMEM) && !IS_ENABLED(CONFIG_SPARSEMEM_VMEMMAP))
		return 0; /* page_to_pfn() looks into the page, which may be none */
	pfn = page_to_pfn((struct page *)page);
	if (IS_ENABLED(CONFIG_HIGHMEM) && pfn >= __pa(high_memory) >> PAGE_SHIFT)
		return 0;
	return (unsigned long)__va(PFN_PHYS(pfn));
}

DT_PROBE_CTX static bool copy_fragment(struct target *target, unsigned long addr)
{
	unsigned long page, memory;
	skb_frag_t fragment;

	if (os_kload(&fragment, addr, sizeof(fragment)) || os_kload(&page, addr, sizeof(page)))
		return false;
	if (skb_frag_size(&fragment) > LENGTH_MAX || skb_frag_off(&fragment) > LENGTH_MAX)
		return false;
	memory = page_memory(page);
	if (memory == 0) {
		target->cut = true;
		return true;
	}
	return copy(target, memory + skb_frag_off(&fragment), skb_frag_size(&fragment));
}

/* Copy the bytes of one struct sk_buff; *@further gets the first packet of its list. */
DT_PROBE_CTX static bool copy_packet(struct target *target, const struct packet *packet, unsigned long *further)
{
	unsigned long fragment = packet->end + offsetof(struct skb_shared_info, frags);
	u8 count, i;

	*further = 0;
	if (!copy(target, packet->data, packet->first))
		return false;
	if (packet->first == packet->length || target->room == 0)
		return true;
	if (!LOAD(&count, packet->end, struct skb_shared_info, nr_frags) || count > MAX_SKB_FRAGS)
		return false;
	for (i = 0; i < count && target->room > 0 && !target->cut; i++, fragment += sizeof(skb_frag_t)) {
		if (!copy_fragment(target, fragment))
			return false;
	}
	return LOAD(further, packet->end, struct skb_shared_info, frag_list);
}

DT_PROBE_CTX long os_packet(uint64_t addr, void *dst, size_t size, uint32_t *length)
{
	struct target target = { .dst = dst };
	unsigned long next = addr, deeper;
	struct packet packet;
	unsigned int i;

	if (next != addr || !load_packet(next, &packet))
		return -OS_EFAULT;
	*length = packet.length;
	target.room = min_t(size_t, size, packet.length);
	if (!copy_packet(&target, &packet, &next))
		return -OS_EFAULT;
	for (i = 0; next != 0 && target.room > 0 && !target.cut && i < FURTHER_MAX; i++) {
		if (!load_packet(next, &packet) || !copy_packet(&target, &packet, &deeper))
			return -OS_EFAULT;
		target.cut |= deeper != 0 && target.room > 0; /* lists of lists: nobody makes them */
		if (!LOAD(&next, next, struct sk_buff, next))
			return -OS_EFAULT;
	}
	return target.dst - (u8 *)dst;
}
