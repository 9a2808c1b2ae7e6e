/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* map.c - the map of an address space: which table is for which addresses. */
#include "base/errno.h"
#include "base/memory.h"
#include "core/unwind/unwind.h"
#include "os/os.h"

static bool is_map(const struct dt_unwind_area *areas, uint32_t count)
{
	uint64_t before = 0;
	uint32_t i;

	for (i = 0; i < count; i++) {
		if (areas[i].start < before || areas[i].start >= areas[i].end)
			return false;
		before = areas[i].end;
	}
	return true;
}

int dt_unwind_map_new(const struct dt_unwind_area *areas, uint32_t count, struct dt_unwind_map **ret)
{
	struct dt_unwind_map *map;
	uint32_t i;

	if (!is_map(areas, count))
		return -OS_EINVAL;
	map = os_alloc(sizeof(*map) + (size_t)count * sizeof(*areas));
	if (!map)
		return -OS_ENOMEM;
	map->count = count;
	dt_memcpy(map->areas, areas, (size_t)count * sizeof(*areas));
	for (i = 0; i < count; i++)
		dt_unwind_table_hold(areas[i].table);
	*ret = map;
	return 0;
}

void dt_unwind_map_free(struct dt_unwind_map *map)
{
	uint32_t i;

	if (!map)
		return;
	for (i = 0; i < map->count; i++)
		dt_unwind_table_put(map->areas[i].table);
	os_free(map);
}
