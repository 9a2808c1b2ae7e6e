// SPDX-License-Identifier: MIT OR GPL-2.0-only
// Work for tests/vm/compilers.sh: memory that is collected, exceptions, null pointers (signals of the JVM's own), threads, locks, code that
// becomes worth compiling. What it prints is the same on every run. WORK.b64 there is `javac --release 11 -g:none Work.java`.
import java.util.TreeMap;

class Work extends Thread {
	static final TreeMap<Integer, String> map = new TreeMap<>();
	static int added;
	final int from;
	long sum;

	Work(int from) { this.from = from; }

	static long mix(long value) {
		for (int i = 0; i < 8; i++)
			value = value * 31 + (value >>> 7) + i;
		return value;
	}

	static int length(String text) {
		try {
			return text.length();
		} catch (NullPointerException e) {
			return -1;
		}
	}

	@Override
	public void run() {
		for (int i = 0; i < 3000; i++) {
			sum += mix(from + i);
			synchronized (map) {
				added++;
				if (i % 10 == 0)
					map.put(from + i, "n" + i);
			}
		}
	}

	public static void main(String[] arguments) throws Exception {
		Work[] all = new Work[3];
		int nothing = 0, kept = 0;
		for (int i = 0; i < 3; i++)
			(all[i] = new Work(i * 10000)).start();
		for (Work work : all)
			work.join();
		for (Work work : all)
			System.out.println("thread " + work.sum);
		System.out.println("map " + map.size() + " " + map.hashCode() + " " + added);
		for (int i = 0; i < 2000; i++)
			nothing += length(i % 50 == 0 ? null : "text" + i);
		System.out.println("lengths " + nothing);
		for (int i = 0; i < 300; i++)
			kept += new byte[100000].length / 1000;
		System.out.println("bytes " + kept);
		try {
			Object[] array = new String[1];
			array[0] = 5;
		} catch (ArrayStoreException e) {
			System.out.println("caught " + e.getMessage());
		}
		System.out.println("divided " + divide(7, 2) + " " + divide(7, 0));
		System.exit(3);
	}

	static String divide(int a, int b) {
		try {
			return "" + a / b;
		} catch (ArithmeticException e) {
			return e.getMessage();
		}
	}
}
