/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sys/dtrace.h - for programs that make probes at run time, without files and compilers: DOF in memory,
 * handed to the kernel by the device /dev/dtrace/helper. Names, numbers and layouts are those that
 * such programs (generators for scripting languages and virtual machines) know from other systems.
 * A program whose probes are in its source takes the header of dtrace -h instead.
 *
 *      dof_hdr_t | dof_sec_t[dofh_secnum] | data of the sections
 *
 *      PROVIDER --> STRTAB                  all names; a name is an offset in it
 *               --> PROBES                  an array of dof_probe_t, each of which has
 *                     --> PRARGS            bytes: which native argument becomes which
 *                     --> PROFFS, PRENOFFS  words: where its sites are, in bytes from dofpr_addr
 *
 * Addresses in DOF are those of the program's memory. Those of an object that was loaded somewhere else than
 * it was linked for are moved by dofhp_addr, where a URELHDR with its RELTAB says so.
 */
#ifndef _SYS_DTRACE_H
#define _SYS_DTRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- limits and versions */

#define DTRACE_PROVNAMELEN        64 /* with the NUL; of a provider there is room for a process's number */
#define DTRACE_MODNAMELEN         64
#define DTRACE_FUNCNAMELEN        192
#define DTRACE_NAMELEN            64
#define DTRACE_ARGTYPELEN         128

#define DIF_VERSION               2
#define DIF_DIR_NREGS             8 /* registers of programs, and of tuples */
#define DIF_DTR_NREGS             8

#define DTRACE_STABILITY_INTERNAL 0
#define DTRACE_STABILITY_PRIVATE  1
#define DTRACE_STABILITY_OBSOLETE 2
#define DTRACE_STABILITY_EXTERNAL 3
#define DTRACE_STABILITY_UNSTABLE 4
#define DTRACE_STABILITY_EVOLVING 5
#define DTRACE_STABILITY_STABLE   6
#define DTRACE_STABILITY_STANDARD 7

#define DTRACE_CLASS_UNKNOWN      0
#define DTRACE_CLASS_CPU          1
#define DTRACE_CLASS_PLATFORM     2
#define DTRACE_CLASS_GROUP        3
#define DTRACE_CLASS_ISA          4
#define DTRACE_CLASS_COMMON       5

/* ---- the container */

#define DOF_ID_SIZE               16
#define DOF_ID_MAG0               0 /* places in dofh_ident */
#define DOF_ID_MAG1               1
#define DOF_ID_MAG2               2
#define DOF_ID_MAG3               3
#define DOF_ID_MODEL              4
#define DOF_ID_ENCODING           5
#define DOF_ID_VERSION            6
#define DOF_ID_DIFVERS            7
#define DOF_ID_DIFIREG            8
#define DOF_ID_DIFTREG            9
#define DOF_ID_PAD                10

#define DOF_MAG_MAG0              0x7f
#define DOF_MAG_MAG1              'D'
#define DOF_MAG_MAG2              'O'
#define DOF_MAG_MAG3              'F'
#define DOF_MAG_STRING            "\177DOF"
#define DOF_MAG_STRLEN            4

#define DOF_MODEL_NONE            0
#define DOF_MODEL_ILP32           1
#define DOF_MODEL_LP64            2
#if __SIZEOF_POINTER__ == 8
#define DOF_MODEL_NATIVE DOF_MODEL_LP64
#else
#define DOF_MODEL_NATIVE DOF_MODEL_ILP32
#endif

#define DOF_ENCODE_NONE 0
#define DOF_ENCODE_LSB  1
#define DOF_ENCODE_MSB  2
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define DOF_ENCODE_NATIVE DOF_ENCODE_LSB
#else
#define DOF_ENCODE_NATIVE DOF_ENCODE_MSB
#endif

#define DOF_VERSION_1 1
#define DOF_VERSION_2 2
#define DOF_VERSION_3 3
#define DOF_VERSION   DOF_VERSION_2

#define DOF_FL_VALID  0 /* flags of a header that may be set: none */

typedef uint32_t dof_secidx_t; /* a section, by its place in the table */
typedef uint32_t dof_stridx_t; /* a text, by its place in a STRTAB */
#define DOF_SECIDX_NONE 0xffffffffu
#define DOF_STRIDX_NONE 0xffffffffu

typedef struct dof_hdr {
	uint8_t dofh_ident[DOF_ID_SIZE];
	uint32_t dofh_flags;
	uint32_t dofh_hdrsize; /* sizeof (dof_hdr_t) */
	uint32_t dofh_secsize; /* sizeof (dof_sec_t) */
	uint32_t dofh_secnum;
	uint64_t dofh_secoff;
	uint64_t dofh_loadsz;
	uint64_t dofh_filesz;
	uint64_t dofh_pad;
} dof_hdr_t;

#define DOF_SECT_NONE      0
#define DOF_SECT_COMMENTS  1
#define DOF_SECT_SOURCE    2
#define DOF_SECT_ECBDESC   3
#define DOF_SECT_PROBEDESC 4
#define DOF_SECT_ACTDESC   5
#define DOF_SECT_DIFOHDR   6
#define DOF_SECT_DIF       7
#define DOF_SECT_STRTAB    8
#define DOF_SECT_VARTAB    9
#define DOF_SECT_RELTAB    10
#define DOF_SECT_TYPTAB    11
#define DOF_SECT_URELHDR   12
#define DOF_SECT_KRELHDR   13
#define DOF_SECT_OPTDESC   14
#define DOF_SECT_PROVIDER  15
#define DOF_SECT_PROBES    16
#define DOF_SECT_PRARGS    17
#define DOF_SECT_PROFFS    18
#define DOF_SECT_INTTAB    19
#define DOF_SECT_UTSNAME   20
#define DOF_SECT_XLTAB     21
#define DOF_SECT_XLMEMBERS 22
#define DOF_SECT_XLIMPORT  23
#define DOF_SECT_XLEXPORT  24
#define DOF_SECT_PREXPORT  25
#define DOF_SECT_PRENOFFS  26

#define DOF_SECF_LOAD      1

typedef struct dof_sec {
	uint32_t dofs_type;
	uint32_t dofs_align; /* a power of two */
	uint32_t dofs_flags; /* DOF_SECF_LOAD */
	uint32_t dofs_entsize;
	uint64_t dofs_offset; /* from the header on */
	uint64_t dofs_size;
} dof_sec_t;

/* ---- relocations: words that the kernel moves by dofhp_addr */

typedef struct dof_relohdr {
	dof_secidx_t dofr_strtab;
	dof_secidx_t dofr_relsec; /* a RELTAB */
	dof_secidx_t dofr_tgtsec; /* what is changed */
} dof_relohdr_t;

#define DOF_RELO_NONE   0
#define DOF_RELO_SETX   1 /* the word at dofr_offset is an address: moved */
#define DOF_RELO_DOFREL 2 /* it is counted from the word's own place in the DOF: moved by the address of that */

typedef struct dof_relodesc {
	dof_stridx_t dofr_name;
	uint32_t dofr_type;
	uint64_t dofr_offset;
	uint64_t dofr_data;
} dof_relodesc_t;

/* ---- providers and their probes */

typedef uint32_t dof_attr_t; /* stability of a name and of its data, class */
#define DOF_ATTR(n, d, c) ((uint32_t)(n) << 24 | (uint32_t)(d) << 16 | (uint32_t)(c) << 8)
#define DOF_ATTR_NAME(a)  ((a) >> 24 & 0xff)
#define DOF_ATTR_DATA(a)  ((a) >> 16 & 0xff)
#define DOF_ATTR_CLASS(a) ((a) >> 8 & 0xff)

typedef struct dof_provider {
	dof_secidx_t dofpv_strtab;
	dof_secidx_t dofpv_probes; /* PROBES */
	dof_secidx_t dofpv_prargs; /* PRARGS */
	dof_secidx_t dofpv_proffs; /* PROFFS */
	dof_stridx_t dofpv_name;   /* without the process's number */
	dof_attr_t dofpv_provattr;
	dof_attr_t dofpv_modattr;
	dof_attr_t dofpv_funcattr;
	dof_attr_t dofpv_nameattr;
	dof_attr_t dofpv_argsattr;
	dof_secidx_t dofpv_prenoffs; /* PRENOFFS, from version 2 on */
} dof_provider_t;

typedef struct dof_probe {
	uint64_t dofpr_addr; /* the function */
	dof_stridx_t dofpr_func;
	dof_stridx_t dofpr_name;  /* as programs of D call it: with a dash, not a double underscore */
	dof_stridx_t dofpr_nargv; /* types of native arguments, one text after the other */
	dof_stridx_t dofpr_xargv; /* ... of those that programs see */
	uint32_t dofpr_argidx;    /* first byte in PRARGS */
	uint32_t dofpr_offidx;    /* first word in PROFFS */
	uint8_t dofpr_nargc;
	uint8_t dofpr_xargc;
	uint16_t dofpr_noffs;    /* sites */
	uint32_t dofpr_enoffidx; /* first word in PRENOFFS */
	uint16_t dofpr_nenoffs;  /* places that ask whether it is enabled */
	uint16_t dofpr_pad1;
	uint32_t dofpr_pad2;
} dof_probe_t;

/* ---- the device */

/* What a program registers: one object's DOF. */
typedef struct dof_helper {
	char dofhp_mod[DTRACE_MODNAMELEN]; /* the module of its probes */
	uint64_t dofhp_addr;               /* how far the object was moved: for relocations alone */
	uint64_t dofhp_dof;                /* the address of its dof_hdr_t */
} dof_helper_t;

/*
 * ioctl() of /dev/dtrace/helper. ADDDOF takes a dof_helper_t and returns a number, which REMOVE takes
 * (as the argument itself). ADD, of the first programs, takes the address of DOF for an object that was not moved, and
 * whose module is a.out.
 */
#define DTRACEHIOC        ('d' << 24 | 't' << 16 | 'h' << 8)
#define DTRACEHIOC_ADD    (DTRACEHIOC | 1)
#define DTRACEHIOC_REMOVE (DTRACEHIOC | 2)
#define DTRACEHIOC_ADDDOF (DTRACEHIOC | 3)

#ifdef __cplusplus
}
#endif

#endif
