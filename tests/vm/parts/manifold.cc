// SPDX-License-Identifier: MIT OR GPL-2.0-only
// manifold.cc - a program for guests that does a little of everything, and prints what came out, the same in each run: sorting, compressing, regular
// expressions, floating point, vectors, signals, threads, a tree of processes, exceptions, jumps out of handlers. Each part checks itself where there
// are two ways to the same result. Small: each of its instructions, and of its libraries', may have a probe.
//
//   manifold           prints, and ends with status 7; "wrong: PART" and status 1 when a part does not agree with itself
//   manifold touchy    also prints a sum over the first bytes of its function touchy(), which a probe there changes: what finds the probe that changes a
//                      program is tried with it
#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

uint32_t state = 20261128;

uint32_t next_number()
{
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

void agree(bool yes, const char *part)
{
	if (yes)
		return;
	printf("wrong: %s\n", part);
	fflush(stdout);
	_exit(1);
}

std::string text_of(unsigned int words)
{
	static const char *const all[] = { "probe", "provider", "module", "function", "name", "clause", "action" };
	std::string text;

	for (unsigned int i = 0; i < words; i++)
		text += std::string(all[next_number() % 7]) + (i % 8 == 7 ? "\n" : " ");
	return text;
}

// ---- sorting

void sorting()
{
	std::vector<uint32_t> numbers, heap;
	std::map<uint32_t, unsigned int> counts;
	uint64_t sum = 0;

	for (unsigned int i = 0; i < 400; i++) {
		numbers.push_back(next_number() % 1000);
		counts[numbers.back()]++;
	}
	heap = numbers;
	std::sort(numbers.begin(), numbers.end());
	std::make_heap(heap.begin(), heap.end());
	std::sort_heap(heap.begin(), heap.end());
	agree(numbers == heap, "sorting");
	for (size_t i = 0; i < numbers.size(); i++)
		sum = sum * 31 + numbers[i] * i;
	printf("sorting: %zu different, %llu\n", counts.size(), static_cast<unsigned long long>(sum));
}

// ---- compressing: pairs of a length and a distance, or a byte as it is

std::string compress(const std::string &text)
{
	std::string packed;

	for (size_t at = 0; at < text.size();) {
		size_t best = 0, from = 0;

		for (size_t start = at > 60 ? at - 60 : 0; start < at; start++) {
			size_t same = 0;

			while (same < 60 && at + same < text.size() && text[start + same] == text[at + same])
				same++;
			if (same > best) {
				best = same;
				from = start;
			}
		}
		if (best > 2) {
			packed += static_cast<char>(0x80 | best);
			packed += static_cast<char>(at - from);
			at += best;
		} else {
			packed += text[at++];
		}
	}
	return packed;
}

std::string expand(const std::string &packed)
{
	std::string text;

	for (size_t at = 0; at < packed.size(); at++) {
		auto byte = static_cast<unsigned char>(packed[at]);

		if (byte < 0x80) {
			text += packed[at];
			continue;
		}
		for (size_t from = text.size() - static_cast<unsigned char>(packed[++at]), left = byte & 0x7f; left > 0; left--)
			text += text[from++];
	}
	return text;
}

void compressing()
{
	std::string text = text_of(60), packed = compress(text);

	agree(expand(packed) == text, "compressing");
	printf("compressing: %zu bytes are %zu\n", text.size(), packed.size());
}

// ---- regular expressions

void matching()
{
	std::string text = "read:entry write:return open:entry close";
	std::regex pair("([a-z]+):(entry|return)");
	unsigned int found = 0;

	for (std::sregex_iterator i(text.begin(), text.end(), pair), end; i != end; ++i)
		found++;
	printf("matching: %u, %s\n", found, std::regex_replace(text, pair, "$2 of $1").c_str());
}

// ---- numbers

void floating()
{
	volatile double start = 1.0, small = 5e-324;
	double sum = 0, product = start;
	long double third = 1.0L / 3;
	float single = 16777216.0f;
	std::ostringstream out;

	for (int i = 1; i < 60; i++) {
		sum += std::sin(i * start) / i + std::sqrt(i * start);
		product *= 1 + 1.0 / i;
	}
	single = single + static_cast<float>(start);
	agree(std::fabs(product - 60) < 1e-9, "floating");
	out.precision(12);
	out << sum << ' ' << std::pow(2 * start, 0.5) << ' ' << std::fmod(1e9, 7 * start);
	printf("floating: %s %.9f %g %g %.6Lf\n", out.str().c_str(), product, static_cast<double>(single), small / 2 + small, third * 3);
}

typedef int32_t four __attribute__((vector_size(16)));
typedef double two __attribute__((vector_size(16)));

void vectors()
{
	four sum = { 0, 0, 0, 0 };
	two scaled = { 1, 1 };
	int32_t plain[4] = { 0, 0, 0, 0 };
	uint8_t bytes[256];
	unsigned int total = 0;

	for (int i = 0; i < 40; i++) {
		four value = { i, i * i, -i, static_cast<int32_t>(next_number() & 0xff) };

		sum += value * (value >> 1);
		for (int j = 0; j < 4; j++)
			plain[j] += value[j] * (value[j] >> 1);
		scaled *= two{ 1.5, 0.5 };
	}
	agree(memcmp(&sum, plain, sizeof(plain)) == 0, "vectors");
	for (unsigned int i = 0; i < sizeof(bytes); i++)
		bytes[i] = static_cast<uint8_t>(i * 7);
	std::reverse(bytes, bytes + sizeof(bytes));
	for (uint8_t byte : bytes)
		total += byte;
	printf("vectors: %d %d %d %d, %g %g, %u\n", sum[0], sum[1], sum[2], sum[3], scaled[0], scaled[1], total);
}

// ---- signals, and jumps out of them

volatile sig_atomic_t signals;
sigjmp_buf out_of_handler;

void count_signal(int number)
{
	signals = signals + 1;
	if (number == SIGUSR2)
		siglongjmp(out_of_handler, 5);
	if (signals < 6)
		raise(SIGUSR1); // comes when this handler has returned
}

void jump_back(int)
{
	siglongjmp(out_of_handler, 9);
}

void signalling()
{
	static char stack[65536];
	stack_t other = {};
	struct sigaction action = {};
	volatile int jumps = 0;
	int *volatile nowhere = nullptr;

	other.ss_sp = stack;
	other.ss_size = sizeof(stack);
	sigaltstack(&other, nullptr);
	action.sa_handler = count_signal;
	sigaction(SIGUSR1, &action, nullptr);
	sigaction(SIGUSR2, &action, nullptr);
	raise(SIGUSR1);
	for (volatile int i = 0; i < 5; i = i + 1) {
		if (sigsetjmp(out_of_handler, 1) == 0)
			kill(getpid(), SIGUSR2);
		else
			jumps = jumps + 1;
	}
	action.sa_handler = jump_back;
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGSEGV, &action, nullptr);
	for (volatile int i = 0; i < 5; i = i + 1) {
		if (sigsetjmp(out_of_handler, 1) == 0)
			*nowhere = 1;
		else
			jumps = jumps + 1;
	}
	printf("signalling: %d signals, %d jumps\n", static_cast<int>(signals), static_cast<int>(jumps));
}

// ---- threads

void threads()
{
	std::mutex lock;
	std::condition_variable turn_came;
	std::atomic<unsigned int> done(0);
	std::vector<std::thread> all;
	std::string order;
	unsigned int turn = 0;

	for (unsigned int me = 0; me < 4; me++) {
		all.emplace_back([&, me] {
			for (unsigned int round = 0; round < 5; round++) {
				std::unique_lock<std::mutex> held(lock);

				turn_came.wait(held, [&] { return turn % 4 == me; });
				order += static_cast<char>('a' + me);
				turn++;
				turn_came.notify_all();
			}
			done++;
		});
	}
	for (auto &thread : all)
		thread.join();
	printf("threads: %u, %s\n", done.load(), order.c_str());
}

// ---- processes

int tree(unsigned int depth)
{
	int sum = 1;

	for (unsigned int i = 0; depth > 0 && i < 2; i++) {
		pid_t child = fork();
		int status;

		if (child == 0)
			_exit(tree(depth - 1));
		waitpid(child, &status, 0);
		sum += WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
	}
	return sum;
}

// ---- exceptions

struct counted {
	explicit counted(int &where) : where(where)
	{
	}
	~counted()
	{
		where++;
	}
	int &where;
};

int fall(int depth, int &gone)
{
	counted here(gone);

	if (depth == 0)
		throw std::out_of_range("the bottom");
	try {
		return fall(depth - 1, gone) + depth;
	} catch (const std::domain_error &) {
		return -1;
	}
}

void exceptions()
{
	int gone = 0, caught = 0;
	std::string said;

	for (int i = 0; i < 6; i++) {
		try {
			try {
				fall(i, gone);
			} catch (const std::logic_error &error) {
				said = error.what();
				throw;
			}
		} catch (...) {
			std::exception_ptr kept = std::current_exception();

			try {
				std::rethrow_exception(kept);
			} catch (const std::exception &error) {
				caught += said == error.what();
			}
		}
	}
	agree(gone == 21, "exceptions");
	printf("exceptions: %d caught, %d gone, %s\n", caught, gone, said.c_str());
}

} // namespace

extern "C" __attribute__((noinline, noclone, aligned(64))) unsigned int touchy(unsigned int value)
{
	for (unsigned int i = 0; i < 4; i++)
		value = value * 2654435761u + (value >> 7);
	return value;
}

int main(int count, char **words)
{
	sorting();
	compressing();
	matching();
	floating();
	vectors();
	signalling();
	threads();
	exceptions();
	fflush(stdout);
	printf("processes: %d\n", tree(3));
	if (count > 1 && strcmp(words[1], "touchy") == 0) {
		const unsigned char *bytes = reinterpret_cast<const unsigned char *>(touchy);
		unsigned int sum = touchy(1);

		for (unsigned int i = 0; i < 12; i++)
			sum = sum * 31 + bytes[i];
		printf("touchy: %u\n", sum);
	}
	return 7;
}
