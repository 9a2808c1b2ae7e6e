/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* handle/attribute.c - stability attributes as text: "Stable/Evolving/Common". */
#include <string.h>

#include "handle/handle.h"

static const char *const stability_names[] = {
	[DTRACE_STABILITY_INTERNAL] = "Internal", [DTRACE_STABILITY_PRIVATE] = "Private",
	[DTRACE_STABILITY_OBSOLETE] = "Obsolete", [DTRACE_STABILITY_EXTERNAL] = "External",
	[DTRACE_STABILITY_UNSTABLE] = "Unstable", [DTRACE_STABILITY_EVOLVING] = "Evolving",
	[DTRACE_STABILITY_STABLE] = "Stable",     [DTRACE_STABILITY_STANDARD] = "Standard",
};

static const char *const class_names[] = {
	[DTRACE_CLASS_UNKNOWN] = "Unknown", [DTRACE_CLASS_CPU] = "CPU", [DTRACE_CLASS_PLATFORM] = "Platform",
	[DTRACE_CLASS_GROUP] = "Group",     [DTRACE_CLASS_ISA] = "ISA", [DTRACE_CLASS_COMMON] = "Common",
};

const char *dtrace_stability_name(unsigned int stability)
{
	return stability < DT_ARRAY_SIZE(stability_names) ? stability_names[stability] : "Unknown";
}

const char *dtrace_class_name(unsigned int class_)
{
	return class_ < DT_ARRAY_SIZE(class_names) ? class_names[class_] : "Unknown";
}

char *dtrace_attr2str(struct dtrace_attribute attr, char *buf, size_t size)
{
	snprintf(buf, size, "%s/%s/%s", dtrace_stability_name(attr.name), dtrace_stability_name(attr.data),
		 dtrace_class_name(attr.dclass));
	return buf;
}

/* The index of the name of @length bytes in @names, case does not matter; -1. */
static int find_name(const char *const *names, size_t count, const char *text, size_t length)
{
	for (size_t i = 0; i < count; i++) {
		if (strlen(names[i]) == length && strncasecmp(names[i], text, length) == 0)
			return (int)i;
	}
	return -1;
}

int dtrace_str2attr(const char *text, struct dtrace_attribute *ret)
{
	size_t first = strcspn(text, "/");
	const char *data = text + first + (text[first] == '/');
	size_t second = strcspn(data, "/");
	const char *dependency = data + second + (data[second] == '/');
	int n = find_name(stability_names, DT_ARRAY_SIZE(stability_names), text, first);
	int d = find_name(stability_names, DT_ARRAY_SIZE(stability_names), data, second);
	int c = find_name(class_names, DT_ARRAY_SIZE(class_names), dependency, strlen(dependency));

	if (n < 0 || d < 0 || c < 0)
		return -1;
	*ret = (struct dtrace_attribute){ .name = (uint8_t)n, .data = (uint8_t)d, .dclass = (uint8_t)c };
	return 0;
}
