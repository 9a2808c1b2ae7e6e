/*
 * sample.d - definitions as programs have them: comments, typedefs, arguments with names and without, none at all,
 * attributes after the provider, lines that begin with # and are meant as comments.
 */
typedef unsigned int block_t;
struct request;

provider sample {
	# file: program.c
	# prefix: work
	probe work__begin(const char *name, int, block_t);
	probe work__done(char *, long result, uint64_t, bool);

	/* no argument */
	probe idle();
	probe wide(int64_t a, unsigned char b, short c, struct request *d, void *e, size_t f, int g, int h, int i, int j, int k, int l);
	probe never();
};

provider sa__mple {
	probe second(pid_t who);
};

#pragma D attributes Evolving/Evolving/Common provider sample provider
#pragma D attributes Private/Private/Unknown provider sample module
#pragma D attributes Private/Private/Unknown provider sample function
#pragma D attributes Evolving/Evolving/Common provider sample name
#pragma D attributes Stable/Evolving/ISA provider sample args
