/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* libstdcxx.d - types of the arguments of libstdc++'s probes: the exception, and the std::type_info of its class. */
provider libstdcxx {
	probe throw(void *object, void *type);
	probe rethrow(void *object, void *type);
	probe catch(void *object, void *type);
};
