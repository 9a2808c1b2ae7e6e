/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* vars.c - declaration and memory of variables: tables by id, regions of statics, the size of dynamic chunks. */
#include "core/dif/dif_limits.h"
#include "core/dif/machine.h"
#include "base/memory.h"
#include "core/dif/vars_impl.h"

#define TABLE_STEP    64u          /* a table grows by at least this many variables */
#define REGION_ALIGN  64u          /* bytes: CPUs' clause-locals do not share a cache line */
#define KEY_FIXED_MAX (64u * 1024) /* bytes of the largest key that a chunk has room for */

static struct os_mutex_kind vars_lock = { .name = "dtrace: variables" };

struct dt_vars *dt_vars_create(void)
{
	struct dt_vars *vars = os_alloc(sizeof(*vars));

	if (vars)
		os_mutex_init(&vars->lock, &vars_lock);
	return vars;
}

void dt_vars_destroy(struct dt_vars *vars)
{
	struct dt_var_region *region;
	unsigned int scope;
	uint32_t at;

	if (!vars)
		return;
	for (scope = 0; scope < DT_ARRAY_SIZE(vars->tables); scope++) {
		for (at = 0; vars->tables[scope] && at < vars->tables[scope]->count; at++)
			os_free(vars->tables[scope]->vars[at]);
		os_free(vars->tables[scope]);
	}
	while ((region = vars->regions) != NULL) {
		vars->regions = region->next;
		os_free(region);
	}
	dt_dyn_fini(&vars->dyn);
	os_mutex_fini(&vars->lock);
	os_free(vars);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Make the table of a scope hold index @index. */
static int table_grow(struct dt_vars *vars, unsigned int scope, uint32_t index)
{
	struct dt_var_table *old = vars->tables[scope];
	struct dt_var_table *table;
	uint32_t count = old ? old->count : 0;

	if (index < count)
		return 0;
	count = DT_MAX(DT_ROUNDUP(index + 1, TABLE_STEP), count + count / 2);
	table = os_alloc(sizeof(*table) + count * sizeof(table->vars[0]));
	if (!table)
		return -OS_ENOMEM;
	table->count = count;
	if (old)
		dt_memcpy(table->vars, old->vars, old->count * sizeof(old->vars[0]));
	DT_STORE_RELEASE(&vars->tables[scope], table);
	if (old && vars->started)
		os_sync(); /* firings may still look into the old one */
	os_free(old);
	return 0;
}

static bool type_by_ref(const struct dtrace_diftype *type)
{
	return type->kind == DIF_TYPE_STRING || (type->flags & DIF_TYPE_BYREF);
}

static bool is_static(const struct dt_var *var)
{
	return var->kind == DIF_VARKIND_SCALAR && var->scope != DIF_SCOPE_THREAD;
}

/*
 * Check an object's declaration of a variable that is already there: NULL when it agrees, else the
 * tag.
 */
static const char *disagreement(const struct dt_var *var, const struct dtrace_difv *other)
{
	if (var->kind != other->kind)
		return "vars-kind";
	if (var->type.kind != other->type.kind || var->by_ref != type_by_ref(&other->type))
		return "vars-type";
	return var->by_ref && var->type.size != other->type.size ? "vars-size" : NULL;
}

static int declare_var(struct dt_vars *vars, const struct dtrace_difv *difv, const char **reason_ret)
{
	uint32_t index = difv->id - DIF_VAR_USER_MIN;
	const char *tag;
	struct dt_var *var;
	int error = table_grow(vars, difv->scope, index);

	if (error)
		return error;
	var = vars->tables[difv->scope]->vars[index];
	if (var) {
		tag = disagreement(var, difv);
		if (!tag)
			return 0;
		*reason_ret = tag;
		return -OS_EINVAL;
	}
	var = os_alloc(sizeof(*var));
	if (!var)
		return -OS_ENOMEM;
	var->type = difv->type;
	var->id = difv->id;
	var->kind = difv->kind;
	var->scope = difv->scope;
	var->by_ref = type_by_ref(&difv->type);
	var->pending = true;
	DT_STORE_RELEASE(&vars->tables[difv->scope]->vars[index], var);
	return 0;
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Bytes of a variable's data once the string size is known. */
static uint32_t data_size(const struct dt_vars *vars, const struct dt_var *var)
{
	return var->by_ref ? dt_dif_size(&var->type, vars->strsize) : 8;
}

/* Give every static of a scope that has no memory its place; the bytes that takes for one CPU. */
static uint64_t place_statics(struct dt_vars *vars, unsigned int scope)
{
	const struct dt_var_table *table = vars->tables[scope];
	struct dt_var *var;
	uint64_t used = 0;
	uint32_t at;

	for (at = 0; table && at < table->count; at++) {
		var = table->vars[at];
		if (!var || !is_static(var) || var->data)
			continue;
		var->size = data_size(vars, var);
		var->offset = (uint32_t)used;
		used += DT_ROUNDUP(var->size, 8u) + (var->by_ref ? 8 : 0);
	}
	return DT_ROUNDUP(used, (uint64_t)REGION_ALIGN);
}

static int allocate_statics(struct dt_vars *vars, unsigned int scope)
{
	uint64_t one = place_statics(vars, scope);
	size_t copies = scope == DIF_SCOPE_LOCAL ? os_cpu_count() : 1;
	struct dt_var_table *table = vars->tables[scope];
	struct dt_var_region *region;
	uint32_t at;

	if (one == 0)
		return 0;
	if (one > UINT32_MAX / 2 || one * copies > SIZE_MAX / 2)
		return -OS_ENOMEM;
	region = os_alloc(sizeof(*region) + REGION_ALIGN + (size_t)one * copies);
	if (!region)
		return -OS_ENOMEM;
	region->base = (uint8_t *)DT_ROUNDUP((uintptr_t)(region + 1), (uintptr_t)REGION_ALIGN);
	region->size = (size_t)one * copies;
	for (at = 0; at < table->count; at++) {
		if (!table->vars[at] || !is_static(table->vars[at]) || table->vars[at]->data)
			continue;
		table->vars[at]->stride = copies > 1 ? (uint32_t)one : 0;
		DT_STORE_RELEASE(&table->vars[at]->data, region->base + table->vars[at]->offset);
	}
	region->next = vars->regions;
	DT_STORE_RELEASE(&vars->regions, region);
	return 0;
}

static int allocate_all_statics(struct dt_vars *vars)
{
	int error = allocate_statics(vars, DIF_SCOPE_GLOBAL);

	return error ? error : allocate_statics(vars, DIF_SCOPE_LOCAL);
}

/* ---- dynamic chunks -------------------------------------------------------------------------- */

/* The contents of the tuple stack, while an object's code is read from top to bottom. */
struct tuple_scan {
	uint64_t setx[DIF_REGS]; /* last constant of each register */
	uint32_t fixed[DIF_TUPLE_REGS];
	bool string[DIF_TUPLE_REGS];
	uint32_t count;
};

static void scan_push(struct tuple_scan *scan, dif_instr_t instr)
{
	unsigned int size_reg = DIF_INSTR_R2(instr);
	uint64_t size = size_reg ? scan->setx[size_reg] : 0;

	if (scan->count == DIF_TUPLE_REGS)
		return;
	scan->string[scan->count] = false;
	scan->fixed[scan->count] = 8;
	if (DIF_INSTR_OP(instr) == DIF_OP_PUSHTR) {
		if (DIF_INSTR_TYPE(instr) == DIF_TYPE_STRING && size == 0)
			scan->string[scan->count] = true;
		if (size)
			scan->fixed[scan->count] = (uint32_t)DT_ROUNDUP(DT_MIN(size, KEY_FIXED_MAX), 8);
	}
	scan->count++;
}

static void scan_need(const struct tuple_scan *scan, struct dt_dyn_need *need)
{
	uint32_t fixed = 16; /* head and thread key */
	uint32_t strings = 0;
	uint32_t at;

	for (at = 0; at < scan->count; at++) {
		if (scan->string[at])
			strings++;
		else
			fixed += scan->fixed[at];
	}
	need->key_fixed = DT_MAX(need->key_fixed, DT_MIN(fixed, KEY_FIXED_MAX));
	need->key_strings = DT_MAX(need->key_strings, strings);
}

static void need_key(const struct dt_difo *difo, struct dt_dyn_need *need)
{
	struct tuple_scan scan;
	dif_instr_t instr;
	uint32_t pc;

	dt_memset(&scan, 0, sizeof(scan));
	for (pc = 0; pc < difo->code_count; pc++) {
		instr = difo->code[pc];
		switch (DIF_INSTR_OP(instr)) {
		case DIF_OP_SETX:
			scan.setx[DIF_INSTR_RD(instr)] = difo->ints[DIF_INSTR_INDEX(instr)];
			break;
		case DIF_OP_PUSHTR:
		case DIF_OP_PUSHTV:
			scan_push(&scan, instr);
			break;
		case DIF_OP_POPTS:
			scan.count -= scan.count > 0;
			break;
		case DIF_OP_FLUSHTS:
			scan.count = 0;
			break;
		case DIF_OP_STGAA:
		case DIF_OP_STTAA:
			scan_need(&scan, need);
			break;
		default:
			break;
		}
	}
}

static void need_value(const struct dtrace_difv *var, struct dt_dyn_need *need)
{
	uint32_t size = type_by_ref(&var->type) ? var->type.size : 8;

	if (var->kind == DIF_VARKIND_SCALAR && var->scope != DIF_SCOPE_THREAD)
		return;
	need->key_fixed = DT_MAX(need->key_fixed, 16u);
	need->value_fixed = DT_MAX(need->value_fixed, size);
	need->value_string = need->value_string || (var->type.kind == DIF_TYPE_STRING && size == 0);
}

static uint64_t key_room(const struct dt_dyn_need *need, uint32_t strsize)
{
	return need->key_fixed + need->key_strings * DT_ROUNDUP((uint64_t)strsize, 8u);
}

static uint32_t value_room(const struct dt_dyn_need *need, uint32_t strsize)
{
	return need->value_string ? DT_MAX(need->value_fixed, strsize) : need->value_fixed;
}

/* The dynamic space is made when the first object that uses it is there; later objects must fit in its chunks. */
static int make_dyn(struct dt_vars *vars, const char **reason_ret)
{
	uint64_t key = key_room(&vars->need, vars->strsize);
	uint32_t value = value_room(&vars->need, vars->strsize);

	if (key == 0 || (vars->dyn.base && key <= vars->dyn.key_room && value <= vars->dyn.value_room))
		return 0;
	if (!vars->dyn.base)
		return key + value > UINT32_MAX / 2 ? -OS_ENOMEM
						    : dt_dyn_init(&vars->dyn, vars->dynvarsize, (uint32_t)key, value);
	*reason_ret = "vars-chunk-size";
	return -OS_EINVAL;
}

/* ---- declare and start ----------------------------------------------------------------------- */

static int declare_object(struct dt_vars *vars, struct dt_difo *difo, const char **reason_ret)
{
	uint32_t at;
	int error;

	difo->slots = 0;
	for (at = 0; at < difo->var_count; at++) {
		if (difo->vars[at].id < DIF_VAR_USER_MIN)
			continue;
		error = declare_var(vars, &difo->vars[at], reason_ret);
		if (error)
			return error;
		need_value(&difo->vars[at], &vars->need);
		difo->slots++;
	}
	need_key(difo, &vars->need);
	if (!vars->started)
		return 0;
	error = allocate_all_statics(vars);
	return error ? error : make_dyn(vars, reason_ret);
}

int dt_vars_declare(struct dt_vars *vars, struct dt_difo *difo, const char **reason_ret)
{
	struct dt_dyn_need need;
	int error;

	os_mutex_lock(&vars->lock);
	need = vars->need;
	error = declare_object(vars, difo, reason_ret);
	if (error)
		vars->need = need;
	os_mutex_unlock(&vars->lock);
	return error;
}

/* The variables that are pending, one after the other: NULL after the last. */
static struct dt_var **next_pending(struct dt_vars *vars, unsigned int *scope, uint32_t *at)
{
	for (; *scope < DT_ARRAY_SIZE(vars->tables); (*scope)++, *at = 0) {
		struct dt_var_table *table = vars->tables[*scope];

		for (; table && *at < table->count; (*at)++) {
			if (table->vars[*at] && table->vars[*at]->pending)
				return &table->vars[*at];
		}
	}
	return NULL;
}

void dt_vars_keep(struct dt_vars *vars)
{
	struct dt_var **var;
	unsigned int scope = 0;
	uint32_t at = 0;

	os_mutex_lock(&vars->lock);
	while ((var = next_pending(vars, &scope, &at)) != NULL)
		(*var)->pending = false;
	vars->kept_regions = vars->regions;
	vars->kept_need = vars->need;
	os_mutex_unlock(&vars->lock);
}

void dt_vars_forget(struct dt_vars *vars)
{
	struct dt_var_region *region, *next;
	struct dt_var **var, *gone = NULL;
	unsigned int scope = 0;
	uint32_t at = 0;

	os_mutex_lock(&vars->lock);
	while ((var = next_pending(vars, &scope, &at)) != NULL) {
		/* removed variables are linked by their data pointer, which they no longer use */
		(*var)->data = (uint8_t *)gone;
		gone = *var;
		DT_STORE_RELEASE(var, NULL);
	}
	region = vars->regions;
	DT_STORE_RELEASE(&vars->regions, vars->kept_regions);
	vars->need = vars->kept_need;
	if (vars->started && (gone || region != vars->kept_regions))
		os_sync(); /* firings may still look at the table, or ask whether an address is in a region */
	for (; region != vars->kept_regions; region = next) {
		next = region->next;
		os_free(region);
	}
	while (gone) {
		struct dt_var *this = gone;

		gone = (struct dt_var *)this->data;
		os_free(this);
	}
	os_mutex_unlock(&vars->lock);
}

int dt_vars_start(struct dt_vars *vars, uint32_t strsize, size_t dynvarsize)
{
	const char *reason;
	int error;

	os_mutex_lock(&vars->lock);
	vars->strsize = strsize;
	vars->dynvarsize = dynvarsize;
	error = make_dyn(vars, &reason);
	if (!error)
		error = allocate_all_statics(vars);
	if (error)
		dt_dyn_fini(&vars->dyn);
	vars->started = !error;
	vars->kept_regions = vars->regions;
	vars->kept_need = vars->need;
	os_mutex_unlock(&vars->lock);
	return error;
}

void dt_vars_clean(struct dt_vars *vars)
{
	os_mutex_lock(&vars->lock);
	dt_dyn_clean(&vars->dyn);
	os_mutex_unlock(&vars->lock);
}

void dt_vars_drops(struct dt_vars *vars, struct dt_vars_drops *ret)
{
	dt_memset(ret, 0, sizeof(*ret));
	os_mutex_lock(&vars->lock);
	dt_dyn_drops(&vars->dyn, ret);
	os_mutex_unlock(&vars->lock);
}

/* ---- whose memory is it ---------------------------------------------------------------------- */

DT_PROBE_CTX size_t dt_vars_owned(const struct dt_vars *vars, uint64_t addr)
{
	const struct dt_var_region *region = DT_LOAD_ACQUIRE(&vars->regions);
	uint64_t offset;
	size_t size;

	for (; region; region = region->next) {
		offset = addr - (uintptr_t)region->base;
		if (offset < region->size)
			return region->size - (size_t)offset;
	}
	offset = addr - (uintptr_t)vars->dyn.base;
	size = DT_LOAD_ACQUIRE(&vars->dyn.size);
	if (offset < size)
		return size - (size_t)offset;
	offset = addr - (uintptr_t)vars->empty_string;
	return offset < sizeof(vars->empty_string) ? sizeof(vars->empty_string) - (size_t)offset : 0;
}

/* Values begin at the same place in every chunk. */
DT_PROBE_CTX static bool dyn_writable(const struct dt_dyn *dyn, uint64_t addr, uint64_t size)
{
	uint64_t offset = addr - (uintptr_t)(dyn->buckets + dyn->bucket_mask + 1);
	uint32_t value = (uint32_t)sizeof(struct dt_chunk) + dyn->key_room;

	if (offset / dyn->chunk_size >= dyn->chunk_count)
		return false;
	offset %= dyn->chunk_size;
	return offset >= value && size <= dyn->value_room && offset - value <= dyn->value_room - size;
}

DT_PROBE_CTX bool dt_vars_writable(const struct dt_vars *vars, uint64_t addr, uint64_t size)
{
	const struct dt_var_region *region = DT_LOAD_ACQUIRE(&vars->regions);
	uint64_t offset;

	for (; region; region = region->next) {
		offset = addr - (uintptr_t)region->base;
		if (offset < region->size)
			return size <= region->size - offset;
	}
	return addr - (uintptr_t)vars->dyn.base < DT_LOAD_ACQUIRE(&vars->dyn.size) &&
	       dyn_writable(&vars->dyn, addr, size);
}
