/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dof.h - DOF, the container that carries programs, options and helper objects from user space to the core.
 *
 *      +-----------+---------------------+---------------------------------------------+
 *      | dof_hdr   | dof_sec[hdr.secnum] | section data, each aligned as its dof_sec says |
 *      +-----------+---------------------+---------------------------------------------+
 *
 * Sections refer to each other by index, to strings by offset in a string table section. A program
 * is: for each clause and probe description one ECBDESC -> PROBEDESC (-> STRTAB), predicate
 * DIFOHDR, ACTDESC array (-> DIFOHDR each) ; a DIFOHDR names its DIF, INTTAB, STRTAB, VARTAB
 * sections; options are OPTDESC entries. Version 2 is written; 1 to 3 are read.
 */
#ifndef DTRACE_DOF_H
#define DTRACE_DOF_H

#include <stdint.h>

#define DOF_ID_SIZE     16
#define DOF_ID_MAG0     0 /* 0x7f 'D' 'O' 'F' */
#define DOF_ID_MODEL    4
#define DOF_ID_ENCODING 5
#define DOF_ID_VERSION  6
#define DOF_ID_DIFVERS  7
#define DOF_ID_DIFIREG  8
#define DOF_ID_DIFTREG  9
#define DOF_MAGIC       "\177DOF"
#define DOF_MODEL_ILP32 1
#define DOF_MODEL_LP64  2
#define DOF_ENCODE_LSB  1
#define DOF_ENCODE_MSB  2
#define DOF_VERSION     2 /* written */
#define DOF_VERSION_MIN 1 /* read from .. */
#define DOF_VERSION_MAX 3 /* .. to */
#define DOF_SIZE_MAX    (8 * 1024 * 1024)
#define DOF_ACTIONS_MAX 16384 /* of one clause */
#define DOF_FRAMES_MAX  1024  /* of one stack */
#define DOF_SECIDX_NONE 0xffffffffu

typedef uint32_t dof_secidx_t;
typedef uint32_t dof_stridx_t;

struct dof_hdr {
	uint8_t ident[DOF_ID_SIZE];
	uint32_t flags;   /* 0 */
	uint32_t hdrsize; /* 64 */
	uint32_t secsize; /* 32 */
	uint32_t secnum;
	uint64_t secoff; /* of the section headers from the start of the file */
	uint64_t loadsz; /* bytes that the core needs */
	uint64_t filesz; /* bytes of the whole file */
	uint64_t pad;    /* 0 */
};

#define DOF_SECF_LOAD 0x1

struct dof_sec {
	uint32_t type;    /* enum dof_sect */
	uint32_t align;   /* power of two */
	uint32_t flags;   /* DOF_SECF_* */
	uint32_t entsize; /* of a table's entries, else 0 */
	uint64_t offset;  /* from the start of the file */
	uint64_t size;
};

enum dof_sect {
	DOF_SECT_NONE = 0,
	DOF_SECT_COMMENTS,
	DOF_SECT_SOURCE,
	DOF_SECT_ECBDESC,
	DOF_SECT_PROBEDESC,
	DOF_SECT_ACTDESC,
	DOF_SECT_DIFOHDR,
	DOF_SECT_DIF,
	DOF_SECT_STRTAB,
	DOF_SECT_VARTAB,
	DOF_SECT_RELTAB,
	DOF_SECT_TYPTAB,
	DOF_SECT_URELHDR,
	DOF_SECT_KRELHDR,
	DOF_SECT_OPTDESC,
	DOF_SECT_PROVIDER,
	DOF_SECT_PROBES,
	DOF_SECT_PRARGS,
	DOF_SECT_PROFFS,
	DOF_SECT_INTTAB,
	DOF_SECT_UTSNAME,
	DOF_SECT_XLTAB,
	DOF_SECT_XLMEMBERS,
	DOF_SECT_XLIMPORT,
	DOF_SECT_XLEXPORT,
	DOF_SECT_PREXPORT,
	DOF_SECT_PRENOFFS,
	DOF_SECT_COUNT
};

struct dof_ecbdesc {
	dof_secidx_t probes;  /* PROBEDESC */
	dof_secidx_t pred;    /* DIFOHDR or DOF_SECIDX_NONE */
	dof_secidx_t actions; /* ACTDESC or DOF_SECIDX_NONE */
	uint32_t pad;
	uint64_t uarg; /* handed back in struct dtrace_eprobedesc */
};

struct dof_probedesc {
	dof_secidx_t strtab;
	dof_stridx_t provider;
	dof_stridx_t module;
	dof_stridx_t function;
	dof_stridx_t name;
	uint32_t id; /* not 0: exactly this probe */
};

struct dof_actdesc {
	dof_secidx_t difo;   /* DIFOHDR or DOF_SECIDX_NONE */
	dof_secidx_t strtab; /* of the format string, or DOF_SECIDX_NONE */
	uint32_t kind;       /* enum dtrace_action */
	uint32_t ntuple;     /* aggregations: see action.h */
	uint64_t arg;
	uint64_t uarg;
};

struct dof_difohdr_type { /* = struct dtrace_diftype */
	uint8_t kind, ckind, flags, pad;
	uint32_t size;
};

struct dof_difohdr {
	struct dof_difohdr_type rtype;
	dof_secidx_t links[]; /* section indexes: DIF first, then any of INTTAB STRTAB VARTAB, relocations */
};

/* ---- of programs that register probes of their own (dtrace/helper.h) ---- */

struct dof_relohdr {
	dof_secidx_t strtab;
	dof_secidx_t relsec; /* RELTAB */
	dof_secidx_t tgtsec; /* whose words are moved */
};

struct dof_relodesc {
	dof_stridx_t name;
	uint32_t type;   /* DOF_RELO_* */
	uint64_t offset; /* of a word of 64 bits in the section */
	uint64_t data;
};
#define DOF_RELO_NONE   0
#define DOF_RELO_SETX   1 /* moved as far as the object was */
#define DOF_RELO_DOFREL 2 /* the word is counted from its own place */

struct dof_provider {
	dof_secidx_t strtab;
	dof_secidx_t probes;   /* PROBES */
	dof_secidx_t prargs;   /* PRARGS */
	dof_secidx_t proffs;   /* PROFFS */
	dof_stridx_t name;     /* without the number of a process */
	uint32_t attr[5];      /* of provider, modules, functions, names, arguments: DOF_ATTR_* */
	dof_secidx_t prenoffs; /* PRENOFFS; version 1 has no such member */
};
#define DOF_ATTR_NAME(attr)  ((attr) >> 24 & 0xffu)
#define DOF_ATTR_DATA(attr)  ((attr) >> 16 & 0xffu)
#define DOF_ATTR_CLASS(attr) ((attr) >> 8 & 0xffu)

struct dof_probe {
	uint64_t addr; /* of its function */
	dof_stridx_t func;
	dof_stridx_t name;
	dof_stridx_t nargv; /* types of native arguments, one after the other */
	dof_stridx_t xargv; /* ... of those that programs of D see */
	uint32_t argidx;    /* first byte in PRARGS: for each that is seen the native one that it is made of */
	uint32_t offidx;    /* first word in PROFFS */
	uint8_t nargc;
	uint8_t xargc;
	uint16_t noffs;    /* sites */
	uint32_t enoffidx; /* first word in PRENOFFS */
	uint16_t nenoffs;  /* places that ask whether it is enabled */
	uint16_t pad1;     /* anything: generators leave them as they were */
	uint32_t pad2;
};

struct dof_optdesc {
	uint32_t option; /* number in spec/options.def */
	dof_secidx_t strtab;
	uint64_t value; /* number, or offset in strtab for string options */
};

#endif
