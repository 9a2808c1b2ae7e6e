/* values.d - probes of values.c. */
struct request;

provider sample {
	probe narrow(signed char, unsigned char, short, unsigned short, int, unsigned int);
	probe large(long, unsigned long, long long, unsigned long long, void *, const char *);
	probe places(int, short, int, int, int, int, char *);
	probe twelve(int, int, int, int, int, int, long, long, long, long, long, long);
	probe nothing();
};
