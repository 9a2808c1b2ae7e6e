/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_dyn.c - variables as instructions see them: statics by slot, dynamic ones by a key that is built here.
 *
 * A key is words: the head (id, scope, number of entries), the thread's key for thread-locals, then
 * the tuple. A value entry is one word, a string its text with NUL, other data its bytes, both
 * padded with zeros to whole words. Keys without data by reference, which nearly all are, are built
 * on the stack; others in free scratch, which is not allocated for it.
 */
#include "base/memory.h"
#include "core/dif/dif_impl.h"
#include "os/os.h"

#define KEY_WORDS (2 + DIF_TUPLE_REGS)

struct key {
	uint64_t *words;
	uint32_t size; /* bytes */
	uint32_t hash;
	uint64_t small[KEY_WORDS];
};

/* ---- keys ------------------------------------------------------------------------------------ */

/* One entry by reference at key->words + key->size. */
DT_PROBE_CTX static bool key_add_data(struct dt_mstate *mstate, struct key *key, const struct dt_tuple *tuple,
				      unsigned int at, size_t room)
{
	uint8_t *to = (uint8_t *)key->words + key->size;
	uint64_t size = tuple->size[at];
	long length;

	if (tuple->string[at] && (size == 0 || size > mstate->strsize))
		size = mstate->strsize;
	room = room > key->size ? (room - key->size) & ~(size_t)7 : 0;
	if (size > room) {
		dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
		return false;
	}
	if (tuple->string[at]) {
		length = dt_dif_copy_string(mstate, (char *)to, tuple->value[at], size);
		if (length < 0)
			return false;
		size = (uint64_t)length + 1;
	} else if (!dt_dif_copy(mstate, to, tuple->value[at], size)) {
		return false;
	}
	while (size & 7)
		to[size++] = 0;
	key->size += (uint32_t)size;
	return true;
}

DT_PROBE_CTX static bool key_add_tuple(struct dt_mstate *mstate, struct key *key, const struct dt_tuple *tuple)
{
	size_t room = sizeof(key->small);
	unsigned int at;

	for (at = 0; at < tuple->count; at++)
		if (tuple->by_ref[at])
			break;
	if (at < tuple->count) {
		key->words = (uint64_t *)(void *)dt_scratch_room(mstate, &room);
		if (room < key->size) {
			dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
			return false;
		}
		dt_memcpy(key->words, key->small, key->size);
	}
	for (at = 0; at < tuple->count; at++) {
		if (tuple->string[at] || (tuple->by_ref[at] && tuple->size[at])) {
			if (!key_add_data(mstate, key, tuple, at, room))
				return false;
			continue;
		}
		if (key->size + 8 > room) {
			dt_mstate_fault(mstate, DTRACEFLT_NOSCRATCH, 0);
			return false;
		}
		key->words[key->size / 8] = tuple->value[at];
		key->size += 8;
	}
	return true;
}

/* It is the same for a whole firing. */
DT_PROBE_INLINE uint64_t thread_key(struct dt_mstate *mstate)
{
	if (!(mstate->have & DT_HAVE_THREAD_KEY)) {
		mstate->have |= DT_HAVE_THREAD_KEY;
		mstate->thread_key = os_fact(OS_FACT_THREAD_KEY);
	}
	return mstate->thread_key;
}

DT_PROBE_INLINE bool key_build(struct dt_mstate *mstate, struct key *key, unsigned int scope, uint32_t id,
			       const struct dt_tuple *tuple)
{
	key->words = key->small;
	key->small[0] = DT_KEY_HEAD(id, scope, tuple ? tuple->count : 0);
	key->size = 8;
	if (scope == DIF_SCOPE_THREAD) {
		key->small[1] = thread_key(mstate);
		key->size = 16;
	}
	if (tuple && !key_add_tuple(mstate, key, tuple))
		return false;
	key->hash = dt_dyn_hash(key->words, key->size);
	return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Copy the data of a by-reference variable from wherever it is. */
DT_PROBE_CTX static void copy_value(struct dt_mstate *mstate, const struct dt_var *var, void *to, uint64_t from)
{
	uint32_t size = dt_dif_size(&var->type, mstate->strsize);

	if (var->type.kind == DIF_TYPE_STRING)
		dt_dif_copy_string(mstate, to, from, size);
	else
		dt_dif_copy(mstate, to, from, size);
}

DT_PROBE_INLINE const struct dt_var *find(struct dt_mstate *mstate, unsigned int scope, uint32_t id)
{
	const struct dt_var *var = dt_vars_find(mstate->vars, scope, id);

	if (DT_UNLIKELY(!var))
		dt_mstate_fault(mstate, DTRACEFLT_ILLOP, id);
	return var;
}

/* ---- statics --------------------------------------------------------------------------------- */

DT_PROBE_INLINE uint64_t *static_word(const struct dt_mstate *mstate, const struct dt_var *var)
{
	return (uint64_t *)(void *)(var->data + (size_t)mstate->cpu * var->stride);
}

DT_PROBE_CTX uint64_t dt_dif_static_load(struct dt_mstate *mstate, unsigned int scope, uint32_t id)
{
	const struct dt_var *var = find(mstate, scope, id);
	const uint64_t *word;

	if (DT_UNLIKELY(!var))
		return 0;
	word = static_word(mstate, var);
	if (!var->by_ref)
		return *word;
	return *word == DT_STATIC_NULL ? 0 : (uintptr_t)(word + 1);
}

DT_PROBE_CTX void dt_dif_static_store(struct dt_mstate *mstate, unsigned int scope, uint32_t id, uint64_t value)
{
	const struct dt_var *var = find(mstate, scope, id);
	uint64_t *word;

	if (DT_UNLIKELY(!var))
		return;
	word = static_word(mstate, var);
	if (!var->by_ref) {
		*word = value;
	} else if (value == 0) {
		*word = DT_STATIC_NULL;
	} else {
		*word = 0;
		copy_value(mstate, var, word + 1, value);
	}
}

/* ---- dynamic variables ----------------------------------------------------------------------- */

DT_PROBE_INLINE uint64_t data_read(const struct dt_mstate *mstate, const struct dt_var *var, const uint64_t *data)
{
	if (data)
		return var->by_ref ? (uintptr_t)data : *data;
	return var->type.kind == DIF_TYPE_STRING ? (uintptr_t)mstate->vars->empty_string : 0;
}

DT_PROBE_INLINE void data_write(struct dt_mstate *mstate, const struct dt_var *var, uint64_t *data, uint64_t value)
{
	if (var->by_ref)
		copy_value(mstate, var, data, value);
	else
		*data = value;
}

DT_PROBE_CTX uint64_t dt_dif_dynamic_load(struct dt_mstate *mstate, unsigned int scope, uint32_t id,
					  const struct dt_tuple *tuple)
{
	const struct dt_var *var = find(mstate, scope, id);
	const struct dt_dyn *dyn = &mstate->vars->dyn;
	DT_UNINITIALIZED struct key key;
	struct dt_chunk *chunk;

	if (DT_UNLIKELY(!var) || !key_build(mstate, &key, scope, id, tuple))
		return 0;
	if (scope != DIF_SCOPE_THREAD)
		return data_read(mstate, var, dt_dyn_find(dyn, key.words, key.size, key.hash));
	chunk = dt_dyn_own_find(dyn, key.words, key.size, key.hash);
	return data_read(mstate, var, chunk ? dt_dyn_own_get(dyn, chunk) : NULL);
}

/* Storing in an element of an array of the thread. */
DT_PROBE_CTX static void own_element_store(struct dt_mstate *mstate, const struct dt_var *var, const struct key *key,
					   uint64_t value)
{
	struct dt_dyn *dyn = &mstate->vars->dyn;
	struct dt_chunk *chunk = dt_dyn_own_find(dyn, key->words, key->size, key->hash);
	uint64_t *data;

	if (value == 0) {
		if (chunk)
			dt_dyn_own_clear(dyn, mstate->cpu, chunk);
		return;
	}
	data = chunk ? dt_dyn_own_set(dyn, mstate->cpu, chunk) : NULL;
	if (!data) {
		chunk = dt_dyn_own_make(dyn, mstate->cpu, key->words, key->size, key->hash);
		data = chunk ? dt_dyn_own_get(dyn, chunk) : NULL;
	}
	if (data)
		data_write(mstate, var, data, value);
}

DT_PROBE_CTX void dt_dif_dynamic_store(struct dt_mstate *mstate, unsigned int scope, uint32_t id,
				       const struct dt_tuple *tuple, uint64_t value)
{
	const struct dt_var *var = find(mstate, scope, id);
	struct dt_dyn *dyn = &mstate->vars->dyn;
	DT_UNINITIALIZED struct key key;
	uint64_t *data;

	if (DT_UNLIKELY(!var) || !key_build(mstate, &key, scope, id, tuple))
		return;
	if (scope == DIF_SCOPE_THREAD) {
		own_element_store(mstate, var, &key, value);
		return;
	}
	if (value == 0) {
		dt_dyn_free(dyn, mstate->cpu, key.words, key.size, key.hash);
		return;
	}
	data = dt_dyn_get(dyn, mstate->cpu, key.words, key.size, key.hash);
	if (data)
		data_write(mstate, var, data, value);
}

/* ---- scalars of the thread ------------------------------------------------------------------- */

DT_PROBE_CTX DT_BY_NAME struct dt_chunk *dt_dif_own_search(struct dt_mstate *mstate, uint32_t id)
{
	mstate->own_chunk =
		dt_dyn_own_scalar(&mstate->vars->dyn, DT_KEY_HEAD(id, DIF_SCOPE_THREAD, 0), thread_key(mstate));
	mstate->own_id = id;
	return mstate->own_chunk;
}

/* Memory for the value of a scalar that has no chunk. */
DT_PROBE_CTX static uint64_t *own_make(struct dt_mstate *mstate, uint32_t id)
{
	struct dt_dyn *dyn = &mstate->vars->dyn;
	DT_UNINITIALIZED struct key key;

	key_build(mstate, &key, DIF_SCOPE_THREAD, id, NULL);
	mstate->own_chunk = dt_dyn_own_make(dyn, mstate->cpu, key.words, key.size, key.hash);
	return mstate->own_chunk ? dt_dyn_own_get(dyn, mstate->own_chunk) : NULL;
}

DT_PROBE_CTX uint64_t dt_dif_thread_load(struct dt_mstate *mstate, uint32_t id)
{
	const struct dt_var *var = find(mstate, DIF_SCOPE_THREAD, id);
	struct dt_chunk *chunk;

	if (DT_UNLIKELY(!var))
		return 0;
	chunk = dt_dif_own_chunk(mstate, id);
	return data_read(mstate, var, chunk ? dt_dyn_own_get(&mstate->vars->dyn, chunk) : NULL);
}

DT_PROBE_CTX void dt_dif_thread_store(struct dt_mstate *mstate, uint32_t id, uint64_t value)
{
	const struct dt_var *var = find(mstate, DIF_SCOPE_THREAD, id);
	struct dt_chunk *chunk;
	struct dt_dyn *dyn;
	uint64_t *data;

	if (DT_UNLIKELY(!var))
		return;
	dyn = &mstate->vars->dyn;
	chunk = dt_dif_own_chunk(mstate, id);
	if (value == 0) {
		if (chunk)
			dt_dyn_own_clear(dyn, mstate->cpu, chunk);
		return;
	}
	data = chunk ? dt_dyn_own_set(dyn, mstate->cpu, chunk) : NULL;
	if (DT_UNLIKELY(!data))
		data = own_make(mstate, id);
	if (data)
		data_write(mstate, var, data, value);
}
