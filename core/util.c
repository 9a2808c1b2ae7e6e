/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * util.c - memory, strings, hashing, sorting and line formatting without a C library.
 *
 * The loops that copy, fill and measure hold an empty asm statement: compilers know such loops and would replace them
 * by a call of memcpy() or strlen(), which in the kernel may be probed, and probe context must not call what can be
 * probed.
 */
#include "core/util.h"

#define LOOP_STAYS __asm__ __volatile__("")

DT_PROBE_CTX void dt_memcpy(void *dst, const void *src, size_t size)
{
	uint8_t *to = dst;
	const uint8_t *from = src;

	if ((((uintptr_t)to ^ (uintptr_t)from) & 7) == 0) {
		while (size && ((uintptr_t)to & 7)) {
			*to++ = *from++;
			size--;
		}
		while (size >= 8) {
			*(uint64_t *)(void *)to = *(const uint64_t *)(const void *)from;
			to += 8;
			from += 8;
			size -= 8;
			LOOP_STAYS;
		}
	}
	while (size >= 8) {
		DT_PUT64(to, DT_GET64(from));
		to += 8;
		from += 8;
		size -= 8;
		LOOP_STAYS;
	}
	while (size) {
		*to++ = *from++;
		size--;
		LOOP_STAYS;
	}
}

DT_PROBE_CTX void dt_memmove(void *dst, const void *src, size_t size)
{
	uint8_t *to = dst;
	const uint8_t *from = src;

	if ((uintptr_t)to - (uintptr_t)from >= size) {
		while (size >= 8 && (uintptr_t)from - (uintptr_t)to >= 8) {
			DT_PUT64(to, DT_GET64(from));
			to += 8;
			from += 8;
			size -= 8;
			LOOP_STAYS;
		}
		while (size) {
			*to++ = *from++;
			size--;
			LOOP_STAYS;
		}
		return;
	}
	while (size) {
		size--;
		to[size] = from[size];
		LOOP_STAYS;
	}
}

DT_PROBE_CTX void dt_memset(void *dst, int byte, size_t size)
{
	uint8_t *to = dst;
	uint64_t word = (uint8_t)byte * 0x0101010101010101ull;

	while (size && ((uintptr_t)to & 7)) {
		*to++ = (uint8_t)byte;
		size--;
		LOOP_STAYS;
	}
	while (size >= 32) {
		((uint64_t *)(void *)to)[0] = word;
		((uint64_t *)(void *)to)[1] = word;
		((uint64_t *)(void *)to)[2] = word;
		((uint64_t *)(void *)to)[3] = word;
		to += 32;
		size -= 32;
		LOOP_STAYS;
	}
	while (size >= 8) {
		*(uint64_t *)(void *)to = word;
		to += 8;
		size -= 8;
		LOOP_STAYS;
	}
	while (size) {
		*to++ = (uint8_t)byte;
		size--;
		LOOP_STAYS;
	}
}

DT_PROBE_CTX int dt_memcmp(const void *a, const void *b, size_t size)
{
	const uint8_t *left = a;
	const uint8_t *right = b;

	while (size >= 8 && DT_GET64(left) == DT_GET64(right)) {
		left += 8;
		right += 8;
		size -= 8;
		LOOP_STAYS;
	}
	while (size) {
		if (*left != *right)
			return *left < *right ? -1 : 1;
		left++;
		right++;
		size--;
		LOOP_STAYS;
	}
	return 0;
}

DT_PROBE_CTX size_t dt_strlen(const char *s)
{
	size_t length = 0;

	while (s[length]) {
		length++;
		LOOP_STAYS;
	}
	return length;
}

DT_PROBE_CTX size_t dt_strnlen(const char *s, size_t max)
{
	size_t length = 0;

	while (length < max && s[length]) {
		length++;
		LOOP_STAYS;
	}
	return length;
}

DT_PROBE_CTX int dt_strncmp(const char *a, const char *b, size_t max)
{
	uint8_t left;
	uint8_t right;

	while (max) {
		left = (uint8_t)*a++;
		right = (uint8_t)*b++;
		if (left != right)
			return left < right ? -1 : 1;
		if (!left)
			return 0;
		max--;
		LOOP_STAYS;
	}
	return 0;
}

DT_PROBE_CTX int dt_strcmp(const char *a, const char *b)
{
	return dt_strncmp(a, b, SIZE_MAX);
}

DT_PROBE_CTX size_t dt_strlcpy(char *dst, const char *src, size_t size)
{
	size_t length = dt_strlen(src);
	size_t copied;

	if (size) {
		copied = length < size ? length : size - 1;
		dt_memcpy(dst, src, copied);
		dst[copied] = '\0';
	}
	return length;
}

/* Multiply and fold: every input bit reaches the low bits that hash tables use. */
#define HASH_FACTOR 0x9e3779b97f4a7c15ull

DT_PROBE_INLINE uint64_t hash_step(uint64_t state, uint64_t word)
{
	state = (state ^ word) * HASH_FACTOR;
	return state ^ (state >> 32);
}

DT_PROBE_CTX uint32_t dt_hash(const void *data, size_t size, uint32_t seed)
{
	const uint8_t *bytes = data;
	uint64_t state = ((uint64_t)size << 32) ^ seed;
	uint64_t tail = 0;
	unsigned int shift = 0;

	while (size >= 8) {
		state = hash_step(state, DT_GET64(bytes));
		bytes += 8;
		size -= 8;
	}
	while (size) {
		tail |= (uint64_t)*bytes++ << shift;
		shift += 8;
		size--;
	}
	return (uint32_t)hash_step(state, tail);
}

DT_PROBE_CTX uint32_t dt_hash_u64(uint64_t value)
{
	return (uint32_t)hash_step(0, value);
}

/* ---- sorting --------------------------------------------------------------------------------- */

/* Move array[root] down until the heap of the first @count elements is in order again. */
static void sift_down(void **array, size_t root, size_t count, int (*compare)(const void *a, const void *b))
{
	void *moving = array[root];
	size_t child;

	while (root < count / 2) {
		child = 2 * root + 1;
		if (child + 1 < count && compare(array[child], array[child + 1]) < 0)
			child++;
		if (compare(moving, array[child]) >= 0)
			break;
		array[root] = array[child];
		root = child;
	}
	array[root] = moving;
}

void dt_sort(void **array, size_t count, int (*compare)(const void *a, const void *b))
{
	size_t at;
	void *last;

	for (at = count / 2; at > 0; at--)
		sift_down(array, at - 1, count, compare);
	for (at = count; at > 1; at--) {
		last = array[at - 1];
		array[at - 1] = array[0];
		array[0] = last;
		sift_down(array, 0, at - 1, compare);
	}
}

/* Merge the sorted [0, middle) and [middle, count); @room holds the first. */
static void merge(void **array, size_t middle, size_t count, void **room, int (*compare)(const void *a, const void *b))
{
	size_t left = 0, right = middle, at = 0;

	dt_memcpy(room, array, middle * sizeof(*array));
	while (left < middle && right < count)
		array[at++] = compare(room[left], array[right]) <= 0 ? room[left++] : array[right++];
	while (left < middle)
		array[at++] = room[left++];
}

void dt_sort_mostly(void **array, size_t count, void **room, int (*compare)(const void *a, const void *b))
{
	size_t width, at;

	for (width = 1; width < count; width *= 2) {
		for (at = 0; at + width < count; at += 2 * width) {
			if (compare(array[at + width - 1], array[at + width]) > 0)
				merge(array + at, width, DT_MIN(2 * width, count - at), room, compare);
		}
	}
}

/* ---- line formatting ------------------------------------------------------------------------- */

struct line {
	char *buf;
	size_t size;
	size_t used; /* characters that would be there without a limit */
};

/* One conversion of a format. */
struct conversion {
	bool left;
	bool zero;
	unsigned int width;
	unsigned int longs; /* 0 int, 1 long, 2 long long, 3 size_t */
};

static void line_put(struct line *line, char c)
{
	if (line->used + 1 < line->size)
		line->buf[line->used++] = c;
}

static void line_pad(struct line *line, char c, unsigned int width, size_t length)
{
	for (; length < width; length++)
		line_put(line, c);
}

static void line_text(struct line *line, const struct conversion *conversion, const char *text, size_t length)
{
	size_t at;

	if (!conversion->left)
		line_pad(line, ' ', conversion->width, length);
	for (at = 0; at < length; at++)
		line_put(line, text[at]);
	if (conversion->left)
		line_pad(line, ' ', conversion->width, length);
}

static void line_number(struct line *line, struct conversion *conversion, uint64_t value, unsigned int base,
			bool negative)
{
	char digits[24];
	size_t at = sizeof(digits);

	do {
		digits[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	if (conversion->zero && !conversion->left) {
		if (negative)
			line_put(line, '-');
		line_pad(line, '0', conversion->width, sizeof(digits) - at + negative);
		conversion->width = 0;
	} else if (negative) {
		digits[--at] = '-';
	}
	line_text(line, conversion, digits + at, sizeof(digits) - at);
}

/* Flags, width and length modifiers; @fmt points after the '%', the result at the conversion letter. */
static const char *parse_conversion(const char *fmt, struct conversion *conversion)
{
	conversion->left = false;
	conversion->zero = false;
	conversion->width = 0;
	conversion->longs = 0;
	for (;; fmt++) {
		if (*fmt == '-')
			conversion->left = true;
		else if (*fmt == '0')
			conversion->zero = true;
		else
			break;
	}
	while (*fmt >= '0' && *fmt <= '9')
		conversion->width = conversion->width * 10 + (unsigned int)(*fmt++ - '0');
	while (*fmt == 'l' && conversion->longs < 2) {
		conversion->longs++;
		fmt++;
	}
	if (*fmt == 'z') {
		conversion->longs = 3;
		fmt++;
	}
	return fmt;
}

static uint64_t unsigned_arg(const struct conversion *conversion, va_list *args)
{
	if (conversion->longs == 0)
		return va_arg(*args, unsigned int);
	if (conversion->longs == 1)
		return va_arg(*args, unsigned long);
	if (conversion->longs == 2)
		return va_arg(*args, unsigned long long);
	return va_arg(*args, size_t);
}

static int64_t signed_arg(const struct conversion *conversion, va_list *args)
{
	if (conversion->longs == 0)
		return va_arg(*args, int);
	if (conversion->longs == 1)
		return va_arg(*args, long);
	if (conversion->longs == 2)
		return va_arg(*args, long long);
	return (int64_t)va_arg(*args, size_t);
}

static void line_convert(struct line *line, char letter, struct conversion *conversion, va_list *args)
{
	const char *text;
	int64_t number;
	char c;

	switch (letter) {
	case 's':
		text = va_arg(*args, const char *);
		line_text(line, conversion, text, dt_strlen(text));
		break;
	case 'd':
		number = signed_arg(conversion, args);
		line_number(line, conversion, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10, number < 0);
		break;
	case 'u':
		line_number(line, conversion, unsigned_arg(conversion, args), 10, false);
		break;
	case 'x':
		line_number(line, conversion, unsigned_arg(conversion, args), 16, false);
		break;
	case 'c':
		c = (char)va_arg(*args, int);
		line_text(line, conversion, &c, 1);
		break;
	default:
		line_put(line, letter);
		break;
	}
}

size_t dt_format_line(char *buf, size_t size, const char *fmt, ...)
{
	struct line line = { buf, size, 0 };
	struct conversion conversion;
	va_list args;

	va_start(args, fmt);
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			line_put(&line, *fmt);
			continue;
		}
		fmt = parse_conversion(fmt + 1, &conversion);
		if (*fmt == '*') {
			conversion.width = (unsigned int)va_arg(args, int);
			fmt = parse_conversion(fmt + 1, &(struct conversion){ 0 });
		}
		if (!*fmt)
			break;
		line_convert(&line, *fmt, &conversion, &args);
	}
	va_end(args);
	if (size)
		buf[line.used] = '\0';
	return line.used;
}
