/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine/engine.h - the core of a handle: which one it is, commands to it, and what it says about probes and providers.
 *
 *      handle --ldt_ioctl--> struct ldt_engine_ops --+-- engine/kernel.c: the device
 *                                                    +-- engine/host.c: a call in this process
 */
#ifndef LDT_ENGINE_ENGINE_H
#define LDT_ENGINE_ENGINE_H

#include "handle/handle.h"

/* The way to a core. */
struct ldt_engine_ops {
	const char *name;                                          /* "kernel", "host" */
	int (*open)(struct dtrace_hdl *dtp, void **instance_ret);  /* 0, errno or enum ldt_error */
	int (*ioctl)(void *instance, uint32_t command, void *arg); /* 0 or -errno */
	int (*descriptor)(void *instance); /* for poll(2): there are NEWS. NULL: there never are */
	void (*close)(void *instance);
};
extern const struct ldt_engine_ops ldt_engine_kernel;
extern const struct ldt_engine_ops ldt_engine_host;

/* ldt_ioctl - one command on the handle's engine. Return 0 or a positive errno. */
int ldt_ioctl(struct dtrace_hdl *dtp, uint32_t command, void *arg);

/* ldt_engine_descriptor - as above; -1: none. */
int ldt_engine_descriptor(const struct dtrace_hdl *dtp);

/*
 * ldt_engine_choose - give a new handle its engine, as the DTRACE_O_* of @flags say. ldt_engine_close - leave it.
 * return:  0 or an error number (errno, enum ldt_error).
 */
int ldt_engine_choose(struct dtrace_hdl *dtp, int flags);
void ldt_engine_close(struct dtrace_hdl *dtp);

/*
 * ldt_probe_each - dtrace_probe_iter() for which it is no error that nothing matches.
 * args:    @matched gets the number of probes, those that @fn did not see included.
 * return:  0, what @fn returned, or -1 with the handle's error.
 */
int ldt_probe_each(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern, dtrace_probe_f *fn, void *arg,
		   uint64_t *matched);

/* A probe that may be meant by a description that matches none. */
struct ldt_similar_probe {
	unsigned int wrong;           /* index of the field that is wrong first: 0 provider .. 3 name */
	bool found;                   /* there is one: */
	bool is_function;             /* the name is a function's: @desc has it there, and "entry" or no name */
	bool is_provider;             /* the first field that was written is a provider: a colon is missing */
	bool is_moved;                /* @desc has the texts of the description in other fields */
	struct dtrace_probedesc desc; /* the description with its wrong fields replaced */
};

/*
 * ldt_probe_similar - for the error message about a description that matches nothing: which field is wrong, and what
 * may be meant: the same texts in other fields; or other texts, where a field that is one name may be replaced by one
 * that is a letter or two away; globs must match.
 * args:    @desc is the description.
 * return:  @ret is filled, always.
 * context: asks the engine about a description at most 9 times, and for all probes (of the provider, when it is one)
 *          once.
 */
void ldt_probe_similar(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, struct ldt_similar_probe *ret);
/* ldt_probe_reason - why @desc matches nothing, as a part of a message: "no function vfs_opne in fbt"; or nothing. */
void ldt_probe_reason(const struct dtrace_probedesc *desc, const struct ldt_similar_probe *similar, char *text,
		      size_t size);

/*
 * ldt_probe_respell - a tracepoint as other tracers write it, sdt:GROUP::NAME or rawtp:GROUP::NAME, as it is named
 * here, sdt::GROUP:NAME. For a description that matches nothing as it is written.
 * args:    @desc is the description; *@ret may be the same.
 * return:  false, and *@ret as it was: it is no such spelling.
 */
bool ldt_probe_respell(const struct dtrace_probedesc *desc, struct dtrace_probedesc *ret);

/* A provider that a program declares, or whose attributes it changes; in the compiler's memory. */
struct ldt_provattr {
	const char *name;
	struct dtrace_pattr attr;
	struct ldt_provattr *next;
};

/*
 * Stability of a provider, 0 or errno: as declared, or what the engine says; of a probe by it; and
 * of a description.
 */
struct ldt_provattr *ldt_provider_declared(const struct dtrace_hdl *dtp, const char *name);
struct dtrace_pattr ldt_provider_unknown(void);
int ldt_provider_attr(struct dtrace_hdl *dtp, const char *name, struct dtrace_pattr *ret);
struct dtrace_attribute ldt_probe_attr(const struct dtrace_probedesc *desc, const struct dtrace_pattr *attr);
struct dtrace_attribute ldt_probedesc_attr(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc);

#endif
