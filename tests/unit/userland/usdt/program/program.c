/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program.c - a program with probes, in C and in C++: says whether arguments that *_ENABLED() guards were
 * evaluated, before and after it has counted up a semaphore itself as a tracer does.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"

#ifdef __cplusplus
extern "C" int other(int value);
#else
int other(int value);
#endif

struct request {
	int number;
};
enum kind { KIND_A, KIND_B = 7 };

static int evaluated;

static const char *expensive(void)
{
	evaluated++;
	return "expensive";
}

static void work(int count, unsigned char byte, short half, int64_t large, struct request *request)
{
	char text[16] = "text";

	if (SAMPLE_WORK_BEGIN_ENABLED())
		SAMPLE_WORK_BEGIN(expensive(), count, 3u);
	SAMPLE_WORK_BEGIN(text, -5, (unsigned int)count);
	SAMPLE_WORK_DONE(text, count * 3l, (uint64_t)large, byte != 0);
	SAMPLE_WIDE(large, byte, half, request, text, strlen(text), request->number, count, count + 1, count + 2,
		    count + 3, KIND_B);
	if (count > 100000)
		SAMPLE_IDLE();
	else
		SAMPLE_IDLE();
	count > 5 ? SAMPLE_IDLE() : (void)0; /* a macro is an expression, too */
}

#ifdef __cplusplus
template <class T> static T twice(T value)
{
	SA_MPLE_SECOND(value);
	return value + value;
}
enum class scoped : short { X = -3 };
#endif

int main(int argc, char **argv)
{
	struct request request = { 42 };

	work(argc, (unsigned char)argc, (short)-argc, INT64_C(-1234567890123), &request);
	printf("disabled %d\n", evaluated);
	sample_work__begin_semaphore = 1;
	work(argc, 200, -2, INT64_MAX, &request);
	sample_work__begin_semaphore = 0;
	printf("enabled %d\n", evaluated);
#ifdef __cplusplus
	SA_MPLE_SECOND(twice(argc) + twice((char)argc));
	SA_MPLE_SECOND(scoped::X);
	SA_MPLE_SECOND(nullptr);
#else
	SA_MPLE_SECOND(argc);
#endif
	printf("other %d\n", other(argc));
	return argv[0] == NULL;
}
