/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hotspot.d - types of the arguments of the JVM's probes, by "DTrace Probes in HotSpot VM". Names of classes, methods and threads
 * are not ended by a NUL: the argument after each is how many bytes it has: substr(copyinstr(args[0]), 0, args[1]).
 */
provider hotspot {
	probe vm__init__begin();
	probe vm__init__end();
	probe vm__shutdown();
	probe thread__start(const char *name, int length, long id, long native_id, unsigned char is_daemon);
	probe thread__stop(const char *name, int length, long id, long native_id, unsigned char is_daemon);
	probe class__loaded(const char *name, int length, void *loader, unsigned char is_shared);
	probe class__unloaded(const char *name, int length, void *loader, unsigned char is_shared);
	probe gc__begin(unsigned char is_full);
	probe gc__end();
	probe mem__pool__gc__begin(const char *manager, long manager_length, const char *pool, long pool_length,
		long initial, long used, long committed, long most);
	probe mem__pool__gc__end(const char *manager, long manager_length, const char *pool, long pool_length,
		long initial, long used, long committed, long most);
	probe method__compile__begin(const char *compiler, long compiler_length, const char *class, int class_length,
		const char *name, int name_length, const char *signature, int signature_length);
	probe method__compile__end(const char *compiler, long compiler_length, const char *class, int class_length,
		const char *name, int name_length, const char *signature, int signature_length, unsigned char is_good);
	probe compiled__method__load(const char *class, int class_length, const char *name, int name_length,
		const char *signature, int signature_length, void *code, long size);
	probe compiled__method__unload(const char *class, int class_length, const char *name, int name_length,
		const char *signature, int signature_length);
	probe monitor__contended__enter(long thread, void *monitor, const char *class, int class_length);
	probe monitor__contended__entered(long thread, void *monitor, const char *class, int class_length);
	probe monitor__contended__exit(long thread, void *monitor, const char *class, int class_length);
	probe monitor__wait(long thread, void *monitor, const char *class, int class_length, long timeout);
	probe monitor__waited(long thread, void *monitor, const char *class, int class_length);
	probe monitor__notify(long thread, void *monitor, const char *class, int class_length);
	probe monitor__notifyAll(long thread, void *monitor, const char *class, int class_length);
	probe method__entry(long thread, const char *class, int class_length, const char *name, int name_length,
		const char *signature, int signature_length);
	probe method__return(long thread, const char *class, int class_length, const char *name, int name_length,
		const char *signature, int signature_length);
	probe object__alloc(long thread, const char *class, int class_length, long size);
};
