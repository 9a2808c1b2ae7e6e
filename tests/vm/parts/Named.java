// SPDX-License-Identifier: MIT OR GPL-2.0-only
// For tests/vm/compilers.sh: code that is compiled, and the names of it in /tmp/perf-PID.map, as `jcmd PID Compiler.perfmap` writes them.
// Named.b64 there is `javac --release 11 -g:none Named.java`.
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

class Named {
	static long compiled(long value) {
		for (int i = 0; i < 1000000; i++)
			value = value * 31 + (value >>> 7) + i;
		return value;
	}

	public static void main(String[] arguments) throws Exception {
		long sum = 0;
		for (int i = 0; i < 30; i++)
			sum += compiled(i);
		ManagementFactory.getPlatformMBeanServer().invoke(
			new ObjectName("com.sun.management:type=DiagnosticCommand"), "compilerPerfmap", new Object[0], new String[0]);
		System.out.println("named");
		for (int i = 0; i < Integer.parseInt(arguments[0]); i++)
			sum += compiled(i);
		System.out.println("sum " + sum);
	}
}
