/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/process.h - what a process has in its memory, and which addresses a description of the
 * pid provider means in it. The one header of this room for others.
 *
 *      /proc/PID/maps --> mappings --> the files that are mapped (map_file.c): deleted, replaced,
 *                                        in another mount namespace, the vDSO
 *        file + bias = object            a.out, libc.so.6, LM1`libc.so.6 (target.c, link_maps.c)
 *          --> functions                 .symtab or its debug file, .dynsym, bounds by .eh_frame
 *            --> code                    decoded by the file's own CPU: instructions, exits, data
 *              --> sites                 entry, return, offsets; each with the reason why it is
 *                                        refused (sites.c)
 *
 * Nothing here writes to a process, stops it or needs the tracer's module. Files of other CPUs are
 * read as well as this machine's: a 32-bit process, a file that is looked at on another machine.
 *
 * Nothing that is read is trusted: a file, a link map, .eh_frame. What contradicts itself is left
 * out or refused by a reason, which is a constant text.
 */
#ifndef LDT_PROCESS_PROCESS_H
#define LDT_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

struct isa;
struct ldt_elf;

/* ---- mappings -------------------------------------------------------------------------------- */

struct ldt_mapping {
	uint64_t start, end, offset; /* offset: in the file */
	uint64_t device;             /* major << 32 | minor, as /proc/PID/maps has it */
	uint64_t inode;              /* 0: no file */
	char *path;                  /* without " (deleted)"; "": anonymous memory; "[vdso]" and its like */
	bool executable;
	bool writable;
	bool is_shared; /* what is written there goes to the file */
	bool is_deleted;
};

struct ldt_maps {
	struct ldt_mapping *all; /* by address */
	size_t count;
};

/*
 * ldt_maps_read - the mappings of a process as they are now.
 * args:    @procfs is "/proc" or where it is mounted; *@ret is filled, for ldt_maps_free().
 * return:  false: it is gone, is ending, or may not be looked at; *@ret is unchanged.
 */
bool ldt_maps_read(const char *procfs, uint32_t pid, struct ldt_maps *ret);
void ldt_maps_free(struct ldt_maps *maps);
/* ldt_maps_find - the mapping that holds an address; NULL: none. */
const struct ldt_mapping *ldt_maps_find(const struct ldt_maps *maps, uint64_t addr);
/* ldt_mapping_same_file - by device, inode and path: roots differ from process to process. */
bool ldt_mapping_same_file(const struct ldt_mapping *a, const struct ldt_mapping *b);

/*
 * ldt_mapping_open - the file that is mapped, also when it was deleted or replaced since, or is in
 * another mount namespace, where the kernel lets us; the vDSO as it is in memory.
 * return:  the file, for ldt_elf_close(). NULL: *@why is NULL when it is no ELF file, else a constant
 *          text: it was deleted, it was replaced, and those of ldt_elf_open().
 */
struct ldt_elf *ldt_mapping_open(const char *procfs, uint32_t pid, const struct ldt_maps *maps,
				 const struct ldt_mapping *mapping, const char **why);

/* ---- functions ------------------------------------------------------------------------------- */

/* Addresses are those of the file. */
struct ldt_function {
	uint64_t addr;
	uint64_t size;    /* as the symbol has it, or by .eh_frame and what comes next; 0: not known */
	const char *name; /* without a version; C++ names are mangled; NULL: it has none */
	bool is_sized;    /* the symbol has a size */
	bool is_alias;    /* the function before it has the same address and size */
	bool is_part;     /* moved out of another function by the compiler: entered by jumps only */
	bool is_resolver; /* returns the address of the function that has this name (IFUNC) */
	bool is_signal;   /* has no name, and is no function: handlers of signals return to it */
};

struct ldt_extent {
	uint64_t start, end;
};

struct ldt_functions;

/*
 * ldt_functions_of_mapping - the functions of the file that a process has mapped, by all symbols
 * that are to be had.
 * return:  NULL: there is no such file, or it is no ELF file. free accepts NULL.
 * context: nothing remains open; the process may go.
 */
struct ldt_functions *ldt_functions_of_mapping(const char *procfs, uint32_t pid, const struct ldt_maps *maps,
					       const struct ldt_mapping *mapping);
void ldt_functions_free(struct ldt_functions *functions);
/* ldt_functions_all - by address; of one address first the larger, then the shorter name. */
const struct ldt_function *ldt_functions_all(const struct ldt_functions *functions, size_t *count);
/*
 * ldt_functions_name - the function that holds an offset of the file, and how far *@into it that
 * is; NULL: none, or it has no name.
 */
const char *ldt_functions_name(const struct ldt_functions *functions, uint64_t offset, uint64_t *into);
/*
 * ldt_functions_variable - the same for a variable of the file, and an address of a process.
 * args:    @code: a part of the file that the process may execute, and where. Memory of variables may be of no file.
 */
const char *ldt_functions_variable(const struct ldt_functions *functions, const struct ldt_mapping *code, uint64_t addr,
				   uint64_t *into);

/* ---- objects --------------------------------------------------------------------------------- */

/*
 * A file in the memory of a process; the same file loaded twice is two objects. Where it is mapped
 * shared it is none: a break would be written to the file.
 */
struct ldt_object {
	const char *path; /* as the process sees it, "[vdso]" */
	const char *name; /* its last part; of another link map than the first LM<hex>`NAME */
	uint64_t device, inode;
	uint64_t size, changed;  /* of the file: bytes; time of its last change, ns; 0: it is no file */
	const uint8_t *build_id; /* NULL: it has none */
	size_t build_id_size;
	uint64_t bias;       /* address in the process less address in the file */
	unsigned int map;    /* its link map (dlmopen); the first: 0 */
	bool is_program;     /* a.out */
	bool is_deleted;     /* its path means nothing now, or another file */
	const char *refused; /* NULL, or why it has no probes: no such CPU, text relocations, no file */
	const struct isa *isa;
};

struct ldt_target;

/*
 * ldt_target_open - a process as it is now: its objects. ldt_target_open_file - one file, without a
 * process: an object with bias 0, and no addresses in a process.
 * args:    @procfs as above; @path is any path of the caller.
 * return:  the target, for ldt_target_close(), which accepts NULL. NULL: *@why is a constant text.
 * context: what stays open is the process's memory (one descriptor).
 */
struct ldt_target *ldt_target_open(const char *procfs, uint32_t pid, const char **why);
struct ldt_target *ldt_target_open_file(const char *path, const char **why);
void ldt_target_close(struct ldt_target *target);

/* ldt_target_object - the objects, in order of their first executable mapping; NULL: no more. */
const struct ldt_object *ldt_target_object(const struct ldt_target *target, size_t index);
/*
 * ldt_target_find - the object whose code an address of the process is in; NULL: none, as for code
 * that the program made itself.
 */
const struct ldt_object *ldt_target_find(const struct ldt_target *target, uint64_t addr);
/*
 * ldt_target_meant - calls @each for the objects that the module of a description means: see struct
 * ldt_description. @each returns false to stop.
 */
void ldt_target_meant(const struct ldt_target *target, const char *module,
		      bool (*each)(void *arg, const struct ldt_object *object), void *arg);
/*
 * ldt_target_is_loading - whether the dynamic loader of the process had not begun yet when the target was opened, or is
 * about to load or unload something now: objects are missing, and will be there soon. False also where the loader does
 * not say. Source: <link.h>, r_state.
 */
bool ldt_target_is_loading(struct ldt_target *target);
/* ldt_target_file - an object's file, for ldt_elf_close(); NULL: it cannot be read any more. */
struct ldt_elf *ldt_target_file(const struct ldt_target *target, const struct ldt_object *object);
/*
 * ldt_target_functions - the functions of an object; read once. NULL: the object is refused, or its
 * file cannot be read any more. They are the target's.
 */
const struct ldt_functions *ldt_target_functions(struct ldt_target *target, const struct ldt_object *object);

/* ---- sites ----------------------------------------------------------------------------------- */

/*
 * A probe description without its provider; NULL or "": any.
 *
 * module    full path, last part of it, that part up to its first dot (libc), a.out, LM<hex>`NAME;
 *           a glob is matched with the last part, with and without LM<hex>`
 * function  a name, or a glob; `-`: the name is an absolute address (a.out only). A function without a
 *           name has that of its address in the file: 0x and hexadecimal digits, as %#x prints it
 * name      entry, return, a hex offset without 0x; a glob is matched with all of them
 *
 * A glob leaves out _init, _fini, functions whose symbol has no size, parts (their instructions are
 * found, entry and return are not), and the second of two names of one function. A name finds each
 * of them. The resolver of an IFUNC is none of these: the function that it chose is found instead,
 * in a process, by a name always, and by a glob when that function has no name of its own; a glob then
 * finds it by this name alone.
 *
 * One name may mean several functions of an object (versions of a symbol, static functions), and a
 * function has several returns: the sites of one (module, function, name) are one probe.
 */
struct ldt_description {
	const char *module, *function, *name;
};

enum ldt_site_kind { LDT_SITE_ENTRY, LDT_SITE_RETURN, LDT_SITE_OFFSET };

/* An instruction that a description means. All it points to is borrowed for the time of the call. */
struct ldt_site {
	enum ldt_site_kind kind;
	const struct ldt_object *object; /* the template's file; NULL: memory of no file */
	uint64_t file_offset;            /* in that file */
	uint64_t vaddr;                  /* by that file */
	uint64_t addr;                   /* in the process; without one 0 */
	const char *module;              /* the names of the probe: last part of the path, ... */
	const char *function;            /* ... the name that was matched, 0x<hex> of one that has none, or `-` */
	const char *name;                /* entry, return, or hex digits */
	uint64_t function_vaddr;
	int64_t offset;          /* vaddr less the function's; of a part that was moved away any number */
	const uint8_t *bytes;    /* the instruction, without breaks of any tracer */
	unsigned int length;     /* of it; 0: it does not decode */
	unsigned int insn_class; /* enum isa_class */
	bool tail;               /* a return by a jump to another function: no return value */
	/*
	 * the instruction may also stay in the function: it is a return when it leads out of these
	 * parts (addresses of the file)
	 */
	bool conditional;
	const struct ldt_extent *parts;
	size_t part_count;
	const char *refused; /* NULL, or why no probe can be there */
};

/* Why there are no sites: an error tag of spec/errtags.def, and the message. */
struct ldt_site_error {
	const char *tag; /* "D_PROC_FUNC" */
	char text[1024];
	char meant[256]; /* a function, or a module, of nearly this name; "": there is none */
	/* the name of an object that may have the function: its names were stripped off, and nothing is meant; "": none */
	char stripped[256];
};

/*
 * ldt_sites_each - calls @each for the sites of a description: object by object, function by
 * function, in order of addresses, of one function entry first, then returns, then offsets. Refused
 * ones are reported, too, but not the instructions of a glob that are data.
 * args:    @each returns false to stop; what it gets is borrowed.
 * return:  how many sites it was called for; 0 also when a module is not there: it may come later, and
 *          @error->meant and stripped are set. -1: *@error says why; @each may have been called before.
 * context: reads files; takes no lock.
 */
int64_t ldt_sites_each(struct ldt_target *target, const struct ldt_description *description,
		       bool (*each)(void *arg, const struct ldt_site *site), void *arg, struct ldt_site_error *error);

/*
 * ldt_calls_each - calls @each for the entry of each function of a name in an object, and for each instruction by
 * which it returns to its caller: those of the functions, too, that it ends in by a jump. Tail jumps themselves
 * are left out, and indirect ones are taken for jumps within the function.
 * args, return, context: as ldt_sites_each(); -1: there is no such function, or its file cannot be read.
 */
int64_t ldt_calls_each(struct ldt_target *target, const struct ldt_object *object, const char *function,
		       bool (*each)(void *arg, const struct ldt_site *site), void *arg);

/* ---- templates ------------------------------------------------------------------------------- */

#define LDT_TEMPLATE_SITES 65536u
#define LDT_TEMPLATE_FILES 64u /* more: all are forgotten, and read again */

struct ldt_templates;

/*
 * ldt_templates_create - nothing is known; NULL: no memory. ldt_templates_destroy accepts NULL.
 * args:    @other_free frees what is at ldt_templates_other().
 */
struct ldt_templates *ldt_templates_create(void (*other_free)(void *other));
void ldt_templates_destroy(struct ldt_templates *templates);

/* ldt_templates_trim - forget all if there are too many files. Context: no target is open that was used with them. */
void ldt_templates_trim(struct ldt_templates *templates);

/*
 * ldt_templates_each - as ldt_sites_each() of a description whose module means @object, and no other that has another
 * path, in @target.
 * args:    *@known: how many sites came from a template, without reading the file.
 * context: @target is closed before the templates are trimmed or destroyed: it may have functions of theirs.
 */
int64_t ldt_templates_each(struct ldt_templates *templates, struct ldt_target *target, const struct ldt_object *object,
			   const struct ldt_description *description,
			   bool (*each)(void *arg, const struct ldt_site *site), void *arg,
			   struct ldt_site_error *error, size_t *known);

/*
 * ldt_templates_functions - the functions of an object are those that are known of its file, or are known from now on.
 * Context: as ldt_templates_each().
 */
void ldt_templates_functions(struct ldt_templates *templates, struct ldt_target *target,
			     const struct ldt_object *object);

/*
 * ldt_templates_other - the place for something else that is known of an object's file: NULL at first; what is put
 * there is freed with the file.
 * return:  the place, until trim or destroy; NULL: the file cannot be remembered, or there is no memory.
 */
void **ldt_templates_other(struct ldt_templates *templates, const struct ldt_object *object);

/*
 * ldt_pid_provider - reads the name of a provider of processes: any name, then a pid or `*`.
 * args:    *@pid is 0 for `*`: all processes.
 * return:  false: it is none.
 */
bool ldt_pid_provider(const char *provider, uint32_t *pid);

#endif
