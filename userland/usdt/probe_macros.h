/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Probes of programs: what dtrace -h puts in front of the macros of a provider.
 *
 * A probe is one instruction that does nothing, and a note of the file (owner stapsdt) that says where
 * it is, what it is called, and in which register or memory each argument is. The arguments are
 * evaluated, and nothing else is executed. Whoever traces counts up the semaphore of the probe
 * meanwhile: with *_ENABLED() a program finds out whether arguments that cost something are wanted.
 *
 * For C and C++ of GCC and clang, on each CPU whose assembler has the instruction nop.
 */
#ifndef ANYTRACE_SDT
#define ANYTRACE_SDT 1

/*
 * An address in a note, and where arguments are: constants and registers; with registers of four
 * bytes on the stack, because a value of eight would be named by the first of two registers, and not
 * every register has a name for one byte. Not in variables of the program: a note could only name
 * these by symbols, which assemblers and strip take away.
 */
#if __SIZEOF_POINTER__ == 8
#define ANYTRACE_SDT_ADDR  ".8byte "
#define ANYTRACE_SDT_PLACE "nr"
#define ANYTRACE_SDT_KEPT
#else
#define ANYTRACE_SDT_ADDR  ".4byte "
#define ANYTRACE_SDT_PLACE "o"
#define ANYTRACE_SDT_KEPT  volatile
#endif

/* ANYTRACE_SDT_LET: a variable with the value and type of an argument, evaluated once; arrays become pointers. */
#ifndef __cplusplus
#define ANYTRACE_SDT_LET(variable, value) __extension__ ANYTRACE_SDT_KEPT __auto_type variable = (value)
/* pointers are unsigned */
#define ANYTRACE_SDT_TYPE(x)              __typeof__(__builtin_choose_expr(__builtin_classify_type(x) == 5, 0u, (x)))
#define ANYTRACE_SDT_IS_SIGNED(x)         ((ANYTRACE_SDT_TYPE(x)) - 1 < (ANYTRACE_SDT_TYPE(x))1)
/* an array of -1 elements: probes have no floating-point arguments */
#define ANYTRACE_SDT_BYTES(x) \
	(sizeof(x) * sizeof(char[__builtin_classify_type(x) == 8 || __builtin_classify_type(x) == 9 ? -1 : 1]))
#else
extern "C++" {
template <class T> T anytrace_sdt_value(T value);
template <class T, bool is_enum> struct anytrace_sdt_integer {
	typedef T type;
};
template <class T> struct anytrace_sdt_integer<T, true> {
	typedef __underlying_type(T) type;
};
template <class T> struct anytrace_sdt_sign {
	typedef typename anytrace_sdt_integer<T, __is_enum(T)>::type type;
	enum { value = static_cast<type>(-1) < static_cast<type>(1) };
};
template <class T> struct anytrace_sdt_sign<T *> {
	enum { value = 0 };
};
template <class T> struct anytrace_sdt_sign<volatile T> : anytrace_sdt_sign<T> {
};
#if __cplusplus >= 201103L
template <> struct anytrace_sdt_sign<decltype(nullptr)> {
	enum { value = 0 };
};
#endif
template <> struct anytrace_sdt_sign<float>; /* probes have no floating-point arguments */
template <> struct anytrace_sdt_sign<double>;
template <> struct anytrace_sdt_sign<long double>;
}
#if __cplusplus >= 201103L
#define ANYTRACE_SDT_LET(variable, value) ANYTRACE_SDT_KEPT auto variable = (value)
#else
#define ANYTRACE_SDT_LET(variable, value) ANYTRACE_SDT_KEPT __typeof__(anytrace_sdt_value(value)) variable = (value)
#endif
#define ANYTRACE_SDT_IS_SIGNED(x) (anytrace_sdt_sign<__typeof__(x)>::value)
#define ANYTRACE_SDT_BYTES(x)     sizeof(x)
#endif

/* Operands of argument N, in the variable anytrace_N: its bytes, negative when signed; its place. Both as text. */
#define ANYTRACE_SDT_SIZE(x) ((int)ANYTRACE_SDT_BYTES(x) * (ANYTRACE_SDT_IS_SIGNED(x) ? -1 : 1))
#define ANYTRACE_SDT_ARG(n)  [s##n] "n"(ANYTRACE_SDT_SIZE(anytrace_##n)), [a##n] ANYTRACE_SDT_PLACE(anytrace_##n)
#define ANYTRACE_SDT_TEXT(n) "%c[s" #n "]@%[a" #n "]"

/* The instruction, the note in the section group of its function, and what the addresses of notes are relative to. */
#define ANYTRACE_SDT_NOTE(provider, name, semaphore, args)                        \
	"990:\tnop\n"                                                             \
	"\t.pushsection .note.stapsdt,\"?\",\"note\"\n"                           \
	"\t.balign 4\n"                                                           \
	"\t.4byte 992f-991f, 994f-993f, 3\n"                                      \
	"991:\t.asciz \"stapsdt\"\n"                                              \
	"992:\t.balign 4\n"                                                       \
	"993:\t" ANYTRACE_SDT_ADDR "990b\n"                                       \
	"\t" ANYTRACE_SDT_ADDR "_.stapsdt.base\n"                                 \
	"\t" ANYTRACE_SDT_ADDR semaphore "\n"                                     \
	"\t.asciz \"" provider "\"\n"                                             \
	"\t.asciz \"" name "\"\n"                                                 \
	"\t.asciz \"" args "\"\n"                                                 \
	"994:\t.balign 4\n"                                                       \
	"\t.popsection\n"                                                         \
	"\t.ifndef _.stapsdt.base\n"                                              \
	"\t.pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n" \
	"\t.weak _.stapsdt.base\n"                                                \
	"\t.hidden _.stapsdt.base\n"                                              \
	"_.stapsdt.base:\t.space 1\n"                                             \
	"\t.size _.stapsdt.base, 1\n"                                             \
	"\t.popsection\n"                                                         \
	"\t.endif\n"

/* clang wants a register named by the size of the value in it, a note may not. */
#ifdef __clang__
#define ANYTRACE_SDT_BEGIN _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wasm-operand-widths\"")
#define ANYTRACE_SDT_END   _Pragma("clang diagnostic pop")
#else
#define ANYTRACE_SDT_BEGIN
#define ANYTRACE_SDT_END
#endif

/* The semaphore of a probe, one for each program or shared object: the linker takes one of all weak ones. */
#define ANYTRACE_SDT_SEMAPHORE(probe)                                                           \
	extern volatile unsigned short probe##_semaphore __attribute__((visibility("hidden"))); \
	volatile unsigned short probe##_semaphore                                               \
		__attribute__((weak, used, visibility("hidden"), section(".probes"))) = 0

#define ANYTRACE_SDT_IS_ENABLED(probe) (__builtin_expect(probe##_semaphore, 0))

#endif
