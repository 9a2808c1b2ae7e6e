// SPDX-License-Identifier: MIT OR GPL-2.0-only
// subject.cc - as subject.c, in C++: exceptions through many frames, virtual calls, lambdas, the standard library. It runs until it is killed.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static volatile unsigned int sum;

struct Shape {
	virtual ~Shape() = default;
	virtual unsigned int size(unsigned int n) const = 0;
};

struct Leaf : Shape {
	unsigned int size(unsigned int n) const override
	{
		if (n % 7 == 0)
			throw std::runtime_error("a leaf of size " + std::to_string(n));
		return n * 31 + 7;
	}
};

struct Branch : Shape {
	std::vector<std::unique_ptr<Shape>> parts;
	unsigned int size(unsigned int n) const override
	{
		unsigned int all = 0;

		for (const auto &part : parts)
			all += part->size(n + all);
		return all;
	}
};

static std::unique_ptr<Shape> grow(unsigned int depth)
{
	if (depth == 0)
		return std::make_unique<Leaf>();
	auto branch = std::make_unique<Branch>();
	for (unsigned int i = 0; i < 2; i++)
		branch->parts.push_back(grow(depth - 1));
	return branch;
}

int main()
{
	const auto tree = grow(4);
	std::map<std::string, unsigned int> caught;
	const std::function<unsigned int(unsigned int)> measure = [&](unsigned int n) { return tree->size(n); };

	std::printf("ready\n");
	std::fflush(stdout);
	for (unsigned int n = 1;; n++) {
		try {
			sum += measure(n);
		} catch (const std::runtime_error &error) {
			caught[error.what()]++;
		}
		std::vector<std::string> names;
		for (unsigned int i = 0; i < 10; i++)
			names.push_back(std::to_string((n + i) * 2654435761u));
		std::sort(names.begin(), names.end(), [](const std::string &a, const std::string &b) { return a > b; });
		sum += static_cast<unsigned int>(names[3].size());
		if (caught.size() > 100)
			caught.clear();
	}
}
