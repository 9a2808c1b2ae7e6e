/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * postgresql.d - types of the arguments of PostgreSQL's probes, by the chapter "Dynamic Tracing" of its manual. Its bool is an
 * int here, as constants are passed. Where a server's notes have larger arguments, they are integers of those sizes.
 */
provider postgresql {
	probe transaction__start(unsigned int id);
	probe transaction__commit(unsigned int id);
	probe transaction__abort(unsigned int id);

	probe query__start(const char *query);
	probe query__done(const char *query);
	probe query__parse__start(const char *query);
	probe query__parse__done(const char *query);
	probe query__rewrite__start(const char *query);
	probe query__rewrite__done(const char *query);
	probe query__plan__start();
	probe query__plan__done();
	probe query__execute__start();
	probe query__execute__done();
	probe statement__status(const char *status);

	probe checkpoint__start(int flags);
	probe checkpoint__done(int written, int buffers, int added, int removed, int recycled);
	probe clog__checkpoint__start(int is_normal);
	probe clog__checkpoint__done(int is_normal);
	probe subtrans__checkpoint__start(int is_normal);
	probe subtrans__checkpoint__done(int is_normal);
	probe multixact__checkpoint__start(int is_normal);
	probe multixact__checkpoint__done(int is_normal);
	probe twophase__checkpoint__start();
	probe twophase__checkpoint__done();
	probe buffer__checkpoint__start(int flags);
	probe buffer__checkpoint__sync__start();
	probe buffer__checkpoint__done();
	probe buffer__sync__start(int buffers, int dirty);
	probe buffer__sync__written(int number);
	probe buffer__sync__done(int buffers, int written, int dirty);

	probe buffer__read__start(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation, int backend);
	probe buffer__read__done(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation, int backend);
	probe buffer__flush__start(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation);
	probe buffer__flush__done(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation);
	probe buffer__write__dirty__start(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation);
	probe buffer__write__dirty__done(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation);
	probe smgr__md__read__start(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation, int backend);
	probe smgr__md__read__done(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation,
		int backend, int got, int asked);
	probe smgr__md__write__start(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation, int backend);
	probe smgr__md__write__done(int fork, unsigned int block, unsigned int space, unsigned int base, unsigned int relation,
		int backend, int got, int asked);

	probe wal__buffer__write__dirty__start();
	probe wal__buffer__write__dirty__done();
	probe wal__insert(unsigned char manager, unsigned char flags);
	probe wal__switch();

	probe lwlock__acquire(const char *tranche, int mode);
	probe lwlock__release(const char *tranche);
	probe lwlock__wait__start(const char *tranche, int mode);
	probe lwlock__wait__done(const char *tranche, int mode);
	probe lwlock__condacquire(const char *tranche, int mode);
	probe lwlock__condacquire__fail(const char *tranche, int mode);
	probe lwlock__acquire__or__wait(const char *tranche, int mode);
	probe lwlock__acquire__or__wait__fail(const char *tranche, int mode);
	probe lock__wait__start(unsigned int tag1, unsigned int tag2, unsigned int tag3, unsigned int tag4, unsigned int kind, int mode);
	probe lock__wait__done(unsigned int tag1, unsigned int tag2, unsigned int tag3, unsigned int tag4, unsigned int kind, int mode);
	probe deadlock__found();

	probe sort__start(int kind, int is_unique, int keys, int memory, int is_random, int workers);
	probe sort__done(int is_external, long used);
};
