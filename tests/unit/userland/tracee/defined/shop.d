/* Probes of the programs of test_defined.sh. */
struct basket;
provider shop {
	probe sell(int apples, char *to, struct basket *b) : (char *to, int apples);
	probe close__up(unsigned short left, int64_t debt);
	probe look() ;
	probe hide(int what) : ();
};
#pragma D attributes Stable/Stable/Common provider shop provider
#pragma D attributes Evolving/Evolving/ISA provider shop args
