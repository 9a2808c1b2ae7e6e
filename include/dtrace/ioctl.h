/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ioctl.h - the interface between a consumer and the core: commands of /dev/dtrace/dtrace.
 *
 * One open descriptor is one consumer state. The same commands and structures go through the host
 * engine (engine.h), which passes them to a core in the same process. Every structure has the same
 * layout on every CPU and word size: fixed-width members, 64-bit ones at multiples of 8, user
 * addresses as uint64_t. tests/abi asserts it.
 *
 *      open -> [PROBES ...] -> ENABLE (DOF) -> GO
 *           -> { BUFSNAP AGGSNAP STATUS EPROBE AGGDESC FORMAT }* -> STOP -> same again -> close
 *
 * Errors (errno): EINVAL malformed; EFAULT bad address; ENOMEM the machine cannot give the memory
 * asked for; EBUSY wrong activity state; EACCES not permitted (destructive actions, the kernel); EPERM the descriptor is
 * another user's, and limited to their processes; ESRCH/ENOENT
 * no such probe, EPID, id or CPU; EAGAIN nothing now; ENOTTY unknown command.
 */
#ifndef DTRACE_IOCTL_H
#define DTRACE_IOCTL_H

#include <stdint.h>

#include <dtrace/stability.h>
#include <dtrace/unwind.h>
#include <dtrace/usdt.h>

#define DTRACE_DEVICE        "/dev/dtrace/dtrace"
#define DTRACE_ABI_VERSION   4 /* of this header; CONF reports the core's */

#define DTRACE_PROVNAMELEN   64 /* bytes, NUL included */
#define DTRACE_MODNAMELEN    64
#define DTRACE_FUNCNAMELEN   192
#define DTRACE_NAMELEN       64
#define DTRACE_ARGTYPELEN    128
#define DTRACE_FULLNAMELEN   (DTRACE_PROVNAMELEN + DTRACE_MODNAMELEN + DTRACE_FUNCNAMELEN + DTRACE_NAMELEN + 4)

#define DTRACE_IDNONE        0 /* no probe has this id */
#define DTRACE_EPIDNONE      0 /* padding in a buffer: skip 4 bytes */
#define DTRACE_CPUALL        (-1)

#define DTRACEIOC(number)    (((uint32_t)'d' << 24) | ((uint32_t)'t' << 16) | ((uint32_t)'r' << 8) | (number))
#define DTRACEIOC_PROVIDER   DTRACEIOC(1)  /* struct dtrace_providerdesc: by name; attributes out */
#define DTRACEIOC_PROBES     DTRACEIOC(2)  /* struct dtrace_probelist: list probes that match a pattern */
#define DTRACEIOC_BUFSNAP    DTRACEIOC(4)  /* struct dtrace_bufdesc: take one CPU's principal buffer */
#define DTRACEIOC_PROBEMATCH DTRACEIOC(5)  /* struct dtrace_probematch: how many probes match a pattern */
#define DTRACEIOC_ENABLE     DTRACEIOC(6)  /* struct dtrace_enable: DOF in, probes matched out */
#define DTRACEIOC_AGGSNAP    DTRACEIOC(7)  /* struct dtrace_bufdesc: take one CPU's aggregation buffer */
#define DTRACEIOC_EPROBE     DTRACEIOC(8)  /* struct dtrace_eprobedesc: by epid */
#define DTRACEIOC_PROBEARG   DTRACEIOC(9)  /* struct dtrace_argdesc: by probe id and argument index */
#define DTRACEIOC_CONF       DTRACEIOC(10) /* struct dtrace_conf: out */
/* struct dtrace_status: out; also the sign of life that feeds the deadman */
#define DTRACEIOC_STATUS     DTRACEIOC(11)
#define DTRACEIOC_GO         DTRACEIOC(12) /* uint32_t: CPU on which BEGIN fired, out */
#define DTRACEIOC_STOP       DTRACEIOC(13) /* uint32_t: CPU on which END fired, out */
#define DTRACEIOC_AGGDESC    DTRACEIOC(15) /* struct dtrace_aggdesc: by id */
#define DTRACEIOC_FORMAT     DTRACEIOC(16) /* struct dtrace_fmtdesc: by id */
#define DTRACEIOC_DOFGET     DTRACEIOC(17) /* struct dtrace_dofget: options as they are now, as DOF */
#define DTRACEIOC_OPTION     DTRACEIOC(32) /* struct dtrace_option: value of a run-time option as it is now */
#define DTRACEIOC_ACCOUNT    DTRACEIOC(33) /* struct dtrace_account: the ledger of one enabling */
#define DTRACEIOC_PROCESS    DTRACEIOC(34) /* struct dtrace_process: make probes of a process */
#define DTRACEIOC_HELPERS    DTRACEIOC(38) /* struct dtrace_helpers: make the probes that a process has registered */
#define DTRACEIOC_FILES      DTRACEIOC(35) /* struct dtrace_files: files whose tables walks of user stacks miss */
#define DTRACEIOC_UNWIND     DTRACEIOC(36) /* struct dtrace_unwindfile: a file's table (dtrace/unwind.h) */
#define DTRACEIOC_MAPPED     DTRACEIOC(37) /* struct dtrace_mapped: what a process has mapped, or had */

#define DTRACEIOC_WATCH      DTRACEIOC(39) /* struct dtrace_watch: watch what processes map */
#define DTRACEIOC_NEWS       DTRACEIOC(40) /* struct dtrace_news: what they have mapped */
#define DTRACEIOC_LOSSES     DTRACEIOC(41) /* struct dtrace_losses: what was lost in processes */
/*
 * uint32_t: how often modules of the kernel have come or gone, out: names of its addresses that were read when it had
 * another value may be wrong by now. A module counts before its code runs, and before its memory is given back.
 */
#define DTRACEIOC_MODULES    DTRACEIOC(42)

struct dtrace_probedesc {
	uint32_t id;
	char provider[DTRACE_PROVNAMELEN];
	char module[DTRACE_MODNAMELEN];
	char function[DTRACE_FUNCNAMELEN];
	char name[DTRACE_NAMELEN];
};

struct dtrace_providerdesc {
	char name[DTRACE_PROVNAMELEN];
	struct dtrace_pattr attr; /* out */
	uint32_t probes;          /* out: how many it has made so far */
};

/*
 * PROBES fills `buffer` with probes whose id is >= first and that match `pattern` (globs; empty
 * field matches all; id not 0: that one), in order of id, each a struct dtrace_probeitem followed
 * by its four NUL-terminated names, padded to 8 bytes. A provider whose probes are made when somebody asks for them may
 * make a part for each PROBES: then the list goes on though there were no more, or none at all.
 */
struct dtrace_probelist {
	struct dtrace_probedesc pattern;
	/* in: lowest id wanted; out: the id to continue with, 0 when the list is complete */
	uint32_t first;
	uint32_t count; /* out: items written */
	uint32_t pad;
	uint64_t buffer; /* user address, 8-byte aligned */
	uint32_t size;   /* in: bytes; out: bytes written */
	uint32_t pad2;
	uint64_t position; /* out: where making them goes on, 0: all are made; in: the same, 0 where first is 0 or 1 */
};

struct dtrace_probeitem {
	uint32_t id;
	uint16_t size;        /* of the whole item, names and padding included */
	uint8_t provider_len; /* without NUL; the four names follow in order, each with its NUL */
	uint8_t module_len;
	uint8_t function_len;
	uint8_t name_len;
	uint16_t pad;
	char names[];
};

struct dtrace_probematch {
	struct dtrace_probedesc pattern;
	uint32_t matched; /* out */
	uint32_t first;   /* out: lowest id that matches, 0 when none */
	uint32_t pad;
};

#define DTRACE_REASON_MAX 16
#define DTRACE_REASONLEN  32

struct dtrace_enable {
	uint64_t dof;     /* user address */
	uint64_t size;    /* bytes; must be what the DOF header says */
	uint32_t matched; /* out: ECBs made: probes times clauses */
	uint32_t refused; /* out: probes that match but whose site cannot be armed now */
	uint32_t reasons; /* out: entries of reason[] */
	/* out: of the ECBs, those of clauses that read arg1 at a probe where it is 0, always or sometimes */
	uint32_t valueless;
	struct {
		char name[DTRACE_REASONLEN];
		uint32_t count;
	} reason[DTRACE_REASON_MAX]; /* out: why they were refused */
	/* out, with EINVAL: the tag of the DOF or DIF rule that was broken; with EOPNOTSUPP: a sentence; with EACCES:
	 * what the consumer has no right to ("stack()", "fbt") */
	char error[DTRACE_REASONLEN * 2];
};

/*
 * PROCESS makes probes in a process: the consumer, which reads files, says where. `buffer` has `count`
 * probes, each a struct dtrace_processprobe followed by its sites, the parts of its function, its three
 * NUL-terminated names, padded to 8 bytes. The sites of a probe that is there already are added to it;
 * enablings that match get new probes at once, as those of modules that come. The probes stay until the
 * last consumer that has named the process closes, or the process's memory goes.
 *
 * Probes of the provider `pidN` are at instructions of functions. A name is entry, return, or the offset
 * of the one site in hexadecimal digits.
 *
 * Others the program has defined itself (docs/usdt.md). They have any name; that of the function may be
 * empty. There are no parts; in their place is a struct dtrace_processusdt, then of each site the places
 * of its arguments, struct dtrace_usdt_arg; after the names come the types of the arguments, each
 * NUL-terminated: the native ones, then those that programs of D see.
 *
 * The provider `plockstatN` has the locks of C libraries (docs/plockstat.md). An item is one function that
 * acquires or releases a lock: its entry, with DTRACE_PROCESSF_ENTRY, and each instruction that returns from it. There
 * are no parts; in their place is a struct dtrace_processlock. The item's name is empty: the function
 * has all probes of its call. If one site is refused, the function has none.
 *
 * Errors before anything is made: EINVAL; ESRCH no such process; EPERM not permitted; EBUSY somebody
 * else controls it; EOPNOTSUPP its instructions are not those of this CPU, or there is no way here;
 * EEXIST `provider` and the number are the name of another provider.
 * After ENOMEM and ESRCH some may have been made.
 */
struct dtrace_process {
	uint64_t pid;                      /* as the process that asks has it */
	uint64_t buffer;                   /* user address, 8-byte aligned */
	uint32_t size;                     /* bytes; at most DTRACE_PROCESS_SIZE */
	uint32_t count;                    /* probes */
	uint32_t limit;                    /* of the sites of all processes together; 0: DTRACE_PROCESS_SITES */
	uint32_t made;                     /* out: probes that are new */
	uint32_t added;                    /* out: sites that are new */
	uint32_t refused;                  /* out: sites that are none, or cannot be */
	uint32_t reasons;                  /* out: entries of reason[] */
	char provider[DTRACE_PROVNAMELEN]; /* of the program, without the number that is added to it; "": pid */
	struct dtrace_pattr attr;          /* its attributes; not of pid */
	struct {
		char name[DTRACE_REASONLEN];
		uint32_t count;
	} reason[DTRACE_REASON_MAX]; /* out: why they were refused */
	/*
	 * a description of this consumer's programs, as it was enabled, that means all probes of the buffer whatever
	 * their names are (`pid*:a.out:main:entry`); no provider: none
	 */
	struct dtrace_probedesc means;
	uint32_t pad;
};
#define DTRACE_PROCESS_SIZE  (1024 * 1024)
#define DTRACE_PROCESS_SITES 250000u

struct dtrace_processprobe {
	uint32_t size;  /* of all that belongs to it, padding included */
	uint16_t sites; /* 1 .. DTRACE_PROCESS_SITES_MAX; in order of address */
	uint16_t parts; /* 0 when no site is conditional; .. DTRACE_PROCESS_PARTS_MAX */
	/* without NUL */
	uint8_t module_len;
	uint8_t function_len;
	uint8_t name_len;
	uint8_t pad[5];
};
#define DTRACE_PROCESS_SITES_MAX 4096u /* also of one probe in all */
#define DTRACE_PROCESS_PARTS_MAX 16u

struct dtrace_processsite {
	uint64_t addr;  /* in the process */
	int64_t offset; /* in its function: arg0 of a return; else only its name counts */
	uint8_t bytes[16];
	uint8_t length; /* of the instruction that the consumer has found there */
	uint8_t flags;  /* DTRACE_PROCESSF_* */
	uint8_t pad[6];
};
#define DTRACE_PROCESSF_TAIL        1u /* a return by a jump to another function: it has no value */
#define DTRACE_PROCESSF_CONDITIONAL 2u /* a return only when it leads out of the parts */
#define DTRACE_PROCESSF_ENTRY       4u /* of plockstat: where the function begins; else where it returns */

struct dtrace_processpart {
	uint64_t start, end; /* addresses in the process */
};

struct dtrace_processusdt {
	uint64_t moved;     /* how far the file is from the addresses that it was linked for */
	uint64_t semaphore; /* address in the process of a counter of 16 bits, above 0 while somebody traces; 0: none */
	uint8_t natives;    /* arguments of each site; at most DTRACE_USDT_ARGS_MAX */
	uint8_t seen;       /* with DTRACE_PROCESSUSDT_MAPPED: arguments for programs of D */
	uint8_t flags;      /* DTRACE_PROCESSUSDT_* */
	uint8_t pad[5];
	uint8_t from[DTRACE_USDT_ARGS_MAX]; /* of those the native one that each is made of */
};
#define DTRACE_PROCESSUSDT_MAPPED 1u /* else programs of D see the native arguments */

#define DTRACE_PLOCKSTAT          "plockstat" /* the provider's name; no program's own may be called so */

/* What a function does with a lock. */
enum dtrace_lock_call {
	DTRACE_LOCK_NONE = 0,
	DTRACE_LOCK_MUTEX, /* acquires a mutex, and waits for it */
	DTRACE_LOCK_MUTEX_TRY,
	DTRACE_LOCK_MUTEX_UNLOCK,
	DTRACE_LOCK_COND_WAIT, /* releases a mutex, waits for something else, acquires it again */
	DTRACE_LOCK_READ,      /* acquires a reader/writer lock */
	DTRACE_LOCK_READ_TRY,
	DTRACE_LOCK_WRITE,
	DTRACE_LOCK_WRITE_TRY,
	DTRACE_LOCK_RW_UNLOCK,
	DTRACE_LOCK_CALLS
};

/* What a word of 32 bits in a lock says. */
enum dtrace_lock_tests {
	DTRACE_LOCKTEST_STATE,    /* a mutex is held by its owner more than once; a reader/writer lock by a writer */
	DTRACE_LOCKTEST_ADAPTIVE, /* who finds the mutex held spins before it waits */
	DTRACE_LOCKTEST_HELD,
	DTRACE_LOCKTEST_CHECKED, /* nobody but its owner can release it: others get an error */
	DTRACE_LOCKTESTS
};

/* True when least <= (the word & mask) <= most; never with a mask of 0. */
struct dtrace_locktest {
	uint32_t offset; /* of the word */
	uint32_t mask, least, most;
};

struct dtrace_processlock {
	uint8_t call;     /* enum dtrace_lock_call */
	uint8_t argument; /* which argument of the function is the lock's address; at most DTRACE_LOCK_ARGUMENT_MAX */
	uint8_t quiet[2]; /* results other than 0 that are no errors: busy, time is up */
	uint32_t
		size; /* bytes of the lock: a wait for an address in it is one for the lock; at most DTRACE_LOCK_SIZE */
	/* with CHECKED: the word whose bits of owner_mask are its owner's number, as gettid() tells that thread */
	uint32_t owner_offset, owner_mask;
	struct dtrace_locktest tests[DTRACE_LOCKTESTS];
};
#define DTRACE_LOCK_ARGUMENT_MAX 3u
#define DTRACE_LOCK_SIZE         256u

/*
 * HELPERS makes the probes that a process has registered itself (dtrace/helper.h). From then on those that it
 * registers are made, and those that it takes back go, as long as some consumer has the process:
 * before the process's own call returns. They are probes as PROCESS makes them.
 *
 * Errors: as PROCESS. EOPNOTSUPP also where programs cannot register anything. Sites of a provider whose
 * name and number are those of another one are refused (`no-provider`).
 */
struct dtrace_helpers {
	uint64_t pid;     /* as the process that asks has it */
	uint32_t limit;   /* of the sites of all processes together; 0: DTRACE_PROCESS_SITES */
	uint32_t objects; /* out: what is registered now: calls of ADD and ADDDOF that were not taken back */
	uint32_t made;    /* out: probes that are new */
	uint32_t added;   /* out: sites that are new */
	uint32_t refused; /* out: sites that cannot be */
	uint32_t reasons; /* out: entries of reason[] */
	struct {
		char name[DTRACE_REASONLEN];
		uint32_t count;
	} reason[DTRACE_REASON_MAX]; /* out: why they were refused */
};

/*
 * WATCH: processes that map something which they may execute wait, before they execute any of it, until this consumer
 * has answered the news of it. The consumer is meant to look at what is new, and to make probes there (PROCESS).
 * A process waits at most `patience`, and not at all when another one has waited in vain and the consumer has not
 * asked for NEWS since that one began to. A fatal signal ends it, and so do STOP and the end of the consumer.
 *
 * With `pid` a process is meant as long as it executes its program. With 0 and DTRACE_WATCHF_ALL all are, but for the
 * consumer's own process and what descends from that and from no process it has named. DTRACE_WATCHF_ASK: nothing begins, only the errors are returned.
 *
 * A process waits only if it has mapped a part of a file that the consumer has not been told of: in that process, or, of
 * files in which nothing is wanted, in any.
 *
 * Errors: of a process as PROCESS; ALL: EPERM not permitted to trace every process; EOPNOTSUPP there is no way here;
 * ENOSPC it has named 256.
 */
struct dtrace_watch {
	uint64_t pid;      /* in the initial namespace; 0 with ALL and ASK */
	uint64_t patience; /* ns, at most 10 s; 0: DTRACE_WATCH_PATIENCE */
	uint32_t flags;    /* DTRACE_WATCHF_* */
	uint32_t pad;
};
#define DTRACE_WATCHF_ALL     1u
#define DTRACE_WATCHF_ASK     2u
#define DTRACE_WATCH_PATIENCE 3000000000ull

/*
 * LOSSES gives what was lost in the processes that the consumer has named by PROCESS or HELPERS, since it has named
 * them, and was not told yet. As long as `count` is DTRACE_LOSSES_MAX there may be more. Two consumers of one process
 * are told of the same losses. It looks for breaks that are not there any more: in some of the processes, so that the
 * call is short, and with DTRACE_LOSSESF_ALL in all. What happens in a process that ends before that is not known.
 *
 * EINVAL: other flags.
 */
struct dtrace_loss {
	uint64_t pid;         /* as the consumer has named it */
	uint64_t overwritten; /* places whose break was overwritten: firings are missing from then on */
	uint64_t again;       /* executions that have fired twice */
	uint64_t locks; /* calls of lock functions whose events are missing, or words of locks that are not there */
};
#define DTRACE_LOSSES_MAX 16
struct dtrace_losses {
	uint32_t flags; /* in: DTRACE_LOSSESF_* */
	uint32_t count; /* out: of process[] */
	/*
	 * out: how often a process has registered probes (dtrace/helper.h) that a description means by a pattern of the
	 * provider's name, and that are not traced: HELPERS was not said of it; and the last one of them, by its number
	 * in the initial namespace
	 */
	uint32_t registered, registered_pid;
	struct dtrace_loss process[DTRACE_LOSSES_MAX]; /* out */
};
#define DTRACE_LOSSESF_ALL 1u

/*
 * NEWS takes the answer to one, and gives the next. poll(2) of the descriptor says POLLIN when there is one. EINVAL:
 * also without WATCH.
 */
struct dtrace_news {
	uint64_t answered; /* in: number of what is answered: the process goes on; 0: nothing */
	uint64_t plain;    /* in: of that: bit i: nothing is wanted of the file at starts[i], in whatever process */
	uint64_t number;   /* out: 0: there is none; all else but the sums is 0 then */
	uint64_t late;     /* out: how often a process went on before it was answered */
	uint64_t missed;   /* out: ... because it could not wait */
	uint32_t pid;      /* out: in the initial namespace */
	uint32_t count;    /* out: of starts */
	uint32_t flags;    /* in: AGAIN; out: the others */
	uint32_t pad;
	uint64_t starts[64]; /* out: addresses of mappings that are new */
};
#define DTRACE_NEWS_STARTS 64u
#define DTRACE_NEWSF_AGAIN 1u /* the process waits, too, when it has mapped a part of a file that it may write */
#define DTRACE_NEWSF_WAITS 2u
#define DTRACE_NEWSF_ALL   4u /* starts has not all that is to be looked at */

/*
 * FILES fills `buffer` with files that processes have mapped and may execute, and that have no table
 * for walks of user stacks: those that a walk has missed since a consumer asked the last time, or all
 * that a process has. The consumer reads the file through the process, or by its path if the process
 * has ended, makes its table, and hands it in by UNWIND, or an empty one where there can be none: it
 * is not asked for again.
 *
 * There are such files only while a program with user stacks is enabled.
 */
struct dtrace_files {
	uint64_t buffer; /* user address of struct dtrace_textfile, 8-byte aligned */
	uint32_t count;  /* in: room, at most DTRACE_FILES_MAX; out: how many there are, at most that many are filled */
	uint32_t pid;    /* 0: of all processes, those that walks have missed */
};
#define DTRACE_FILES_MAX  256u
#define DTRACE_FILES_PATH 512u

struct dtrace_textfile {
	uint32_t number;     /* of the file, for UNWIND */
	uint32_t pid;        /* a process that has it mapped; 0: one without a number in the consumer's namespace */
	uint64_t start, end; /* one of the file's executable mappings there */
	uint64_t offset;     /* of start in the file */
	uint64_t device;     /* of the file: major << 32 | minor */
	uint64_t inode;      /* 0: no file; what is mapped is the whole of it (the vDSO) */
	uint64_t bytes;      /* its size */
	uint64_t changed;    /* ns: st_mtim */
	char path[DTRACE_FILES_PATH]; /* as the process sees it; "": not known, or too long */
};

/*
 * MAPPED fills `buffer` with what a process has mapped and may execute, or had when it ended: with `pid`
 * the latest memory of that process; without, the first one that ended after number `sequence` of
 * those that records have addresses of. About a thousand ended ones are known, as long as a program with
 * addresses of users is enabled. ENOENT: there is none.
 */
struct dtrace_mapped {
	uint64_t buffer;   /* user address of struct dtrace_textfile, 8-byte aligned */
	uint64_t sequence; /* out: its number, 0 when it has not ended */
	uint32_t count; /* in: room, at most DTRACE_FILES_MAX; out: how many there are, at most that many are filled */
	uint32_t pid;   /* as the process that asks has it */
};

struct dtrace_unwindfile {
	uint32_t number; /* of FILES */
	uint32_t parts;  /* entries of part[] */
	uint64_t buffer; /* user address of the table; 0 with size 0: there is none */
	uint64_t size;   /* bytes */
	struct dtrace_unwind_part part[DTRACE_UNWIND_PARTS_MAX];
};

struct dtrace_recdesc {
	uint16_t action;    /* enum dtrace_action */
	uint16_t alignment; /* bytes, power of two */
	uint32_t size;      /* bytes */
	uint32_t offset;    /* from the start of the record (aggregations: of the aggregation record) */
	uint32_t format;    /* id for FORMAT, 0 when none */
	/* as in the action; printf-like actions: DTRACE_EXPR_* flags of the argument */
	uint64_t arg;
	uint64_t uarg;
};

struct dtrace_eprobedesc {
	uint32_t epid;    /* in */
	uint32_t probe;   /* out: probe id */
	uint64_t uarg;    /* out: of the ECBDESC */
	uint32_t size;    /* out: bytes of one record, header included */
	uint32_t records; /* in: room in rec[]; out: how many there are (fill only what fits) */
	struct dtrace_recdesc rec[];
};

#define DTRACE_AGGF_INCR 0x1

struct dtrace_aggdesc {
	uint32_t id;    /* in */
	uint32_t varid; /* out: of the aggregation variable in the program */
	uint32_t epid;  /* out: one of the ECBs that use it */
	uint32_t flags; /* out: DTRACE_AGGF_* */
	uint32_t size;  /* out: bytes of one aggregation record */
	/* in: room in rec[]; out: how many. rec[0] is the id itself, rec[1..n-2] the keys, rec[n-1] the data */
	uint32_t records;
	struct dtrace_recdesc rec[];
};

struct dtrace_fmtdesc {
	uint64_t text;   /* user address of the room for the text, may be 0 */
	uint32_t size;   /* in: bytes of room; out: bytes of the text, NUL included */
	uint32_t format; /* in: id */
};

struct dtrace_argdesc {
	uint32_t probe; /* in */
	uint32_t index; /* in */
	/* out: native argument it comes from; DTRACE_ARGNONE: there is no such argument */
	uint32_t mapping;
	uint32_t flags; /* out: DTRACE_ARGF_* */
	char native[DTRACE_ARGTYPELEN];
	char translated[DTRACE_ARGTYPELEN];
};
#define DTRACE_ARGNONE        0xffffffffu
#define DTRACE_ARGF_SOMETIMES 1u /* some firings of the probe do not have it: it is 0 there */
#define DTRACE_ARGF_NEVER     2u /* no firing has it */

/*
 * A record in a principal buffer starts at a multiple of 8:
 *   without the option temporal: u32 epid, u32 0 ; with it: u32 epid, u32 0, u64 timestamp
 * and its actions' data follow at the offsets of the eprobe description. Epid 0 is padding of 4 bytes.
 */
struct dtrace_rechdr {
	uint32_t epid;
	uint32_t pad;
};

struct dtrace_bufdesc {
	uint64_t size;      /* in: room; out: bytes delivered */
	uint32_t cpu;       /* in */
	uint32_t errors;    /* out: ERROR firings since the last snapshot of this buffer */
	uint64_t drops;     /* out: records lost since the last snapshot of this buffer */
	uint64_t data;      /* user address */
	uint64_t oldest;    /* out: ring policy: offset of the oldest record; else 0 */
	uint64_t timestamp; /* out: ns, monotonic, of the snapshot */
};

/*
 * An aggregation record in an aggregation buffer, each 8-byte aligned and aggdesc.size long: u32
 * aggregation id (never 0), u32 0, then keys and data at the offsets of the aggregation
 * description. The consumer sums snapshots: a snapshot is a delta since the one before (min and
 * max: of that time), the core starts afresh after each.
 */

struct dtrace_status {
	uint64_t dyndrops;
	uint64_t dyndrops_rinsing;
	uint64_t dyndrops_dirty;
	uint64_t specdrops;
	uint64_t specdrops_busy;
	uint64_t specdrops_unavail;
	uint64_t errors;
	uint64_t filled; /* CPUs whose fill buffer is full: tracing has stopped */
	uint64_t stkstroverflows;
	uint64_t dblerrors;
	uint8_t killed;  /* DTRACE_KILLED_*: tracing was stopped; 0: it was not */
	uint8_t exiting; /* exit() was called, or a fill buffer is full */
	/* DTRACE_FILLING_*: a CPU has used more than half of its buffer: take it early */
	uint8_t filling;
	uint8_t files; /* DTRACE_FILES_*: something to ask for */
	uint8_t pad[4];
};

/* policy switch only: other buffers are not taken while tracing goes on */
#define DTRACE_FILLING_PRINCIPAL   1
#define DTRACE_FILLING_AGGREGATION 2

#define DTRACE_FILES_MISSED        1 /* walks of user stacks have missed tables: FILES */
#define DTRACE_FILES_ENDED         2 /* a process has ended that MAPPED has not told of yet */

/* no STATUS for 30 s, or firings that keep the machine from anything else for 10 s */
#define DTRACE_KILLED_DEADMAN      1
#define DTRACE_KILLED_BROKEN       2 /* an assertion of the tracer failed */

struct dtrace_conf {
	uint32_t abi_version;
	uint32_t dif_version;
	uint32_t int_regs;
	uint32_t tuple_regs;
	uint32_t cpus;      /* CPU ids are 0 .. cpus - 1; not all need be present (BUFSNAP: ENOENT) */
	uint32_t word_size; /* of the traced kernel: 4 or 8 */
	uint32_t page_size;
	uint32_t flags; /* DTRACE_CONF_* */
	char isa[16];
	char release[48]; /* version text of the core */
};
#define DTRACE_CONF_HOST 0x1 /* host engine: no kernel, no processes */
#define DTRACE_CONF_OWN \
	0x2 /* the descriptor has no right to the kernel: processes of one's own only (docs/rights.md) */

struct dtrace_option {
	uint32_t option; /* in: number in spec/options.def */
	uint32_t pad;
	int64_t value; /* out; DTRACE_OPTION_UNSET */
};
#define DTRACE_OPTION_UNSET (-2ll)

struct dtrace_dofget {
	uint64_t buffer; /* user address, may be 0 */
	uint64_t size;   /* in: room; out: bytes of the whole DOF */
};

/*
 * fired = recorded + predicated + dropped + faulted, always: one clause on one probe description,
 * all its probes and CPUs.
 */
struct dtrace_account {
	uint32_t enabling; /* in: index of the ECBDESC, in the order of the DOF files enabled */
	uint32_t pad;
	uint64_t fired;
	uint64_t recorded;          /* ran to the end (whatever it had to record is in the buffers) */
	uint64_t predicated;        /* predicate false */
	uint64_t dropped;           /* no room: the sum of those below */
	uint64_t faulted;           /* ended by a fault */
	uint64_t dropped_principal; /* in the trace buffer */
	/* in the aggregation buffer: the clause's other data was recorded */
	uint64_t dropped_aggregation;
	uint64_t dropped_speculation; /* in a speculation's buffer, or no such speculation */
	uint64_t dropped_cpu;         /* on a CPU that had just come online */
};

#endif
