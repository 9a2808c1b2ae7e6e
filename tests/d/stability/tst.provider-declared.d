/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider that the program defines can be given attributes; arguments of all kinds. */
#pragma D option quiet


provider mine {
	probe plain();
	probe start(int, char *name);
	probe done(int (*callback)(int, void *), char buffer[4], struct later *p) : (char *buffer, void *p, struct later *);
};
#pragma D attributes Evolving/Evolving/Common provider mine provider
#pragma D attributes Private/Private/Unknown provider mine module
#pragma D attributes Private/Private/Unknown provider mine function
#pragma D attributes Evolving/Evolving/Common provider mine name
#pragma D attributes Evolving/Evolving/ISA provider mine args

BEGIN { printf("yes\n"); exit(0); }
