// SPDX-License-Identifier: MIT OR GPL-2.0-only
// top.cc - the five most frequent keys of each second, until Ctrl-C.  c++ top.cc $(pkg-config --cflags --libs libdtrace) -o top
#include <csignal>
#include <dtrace.h>
#include <iostream>
#include <memory>
#include <string>

static std::unique_ptr<dtrace_hdl_t, decltype(&dtrace_close)> handle(nullptr, dtrace_close);
static volatile std::sig_atomic_t ended;

static int print_entry(const dtrace_aggdata_t *data, void *arg)
{
	std::string line, buf(512, '\0');

	for (unsigned int i = 0; i < dtrace_aggkeys(data); i++)
		line += std::string("  ") + dtrace_aggkey2str(data, i, &buf[0], buf.size());
	std::cout << dtrace_aggvalue2str(data, &buf[0], buf.size()) << line << std::endl;
	return --*static_cast<int *>(arg) > 0 ? DTRACE_AGGWALK_NEXT : DTRACE_AGGWALK_ABORT;
}

int main()
{
	const char *text = "profile-97 { @[execname, pid, cpu, probename, sym(arg0), stack(3)] = count(); }";
	auto on_signal = [](int number) { ended = number, dtrace_wake(handle.get()); };
	dtrace_workstatus_t status = DTRACE_WORKSTATUS_OKAY;

	handle.reset(dtrace_open(DTRACE_VERSION, 0, nullptr));
	dtrace_hdl_t *dtp = handle.get();
	auto prog = dtp ? dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, nullptr) : nullptr;
	if (!prog || dtrace_program_exec(dtp, prog, nullptr) == -1 || dtrace_go(dtp) == -1)
		status = DTRACE_WORKSTATUS_ERROR;
	for (std::signal(SIGINT, on_signal), std::signal(SIGTERM, on_signal); status == DTRACE_WORKSTATUS_OKAY;) {
		int left = 5;
		dtrace_sleep(dtp); // for a second, or until the signal
		if (ended)
			dtrace_stop(dtp); // dtrace_work() brings the rest, and DONE
		status = dtrace_work(dtp, stdout, nullptr, nullptr, nullptr);
		std::cout << "--" << std::endl;
		dtrace_aggregate_walk_valrevsorted(dtp, print_entry, &left);
		dtrace_aggregate_clear(dtp);
	}
	if (status == DTRACE_WORKSTATUS_ERROR)
		std::cerr << "top: " << (dtp ? dtrace_errmsg(dtp, dtrace_errno(dtp)) : "no tracing here") << std::endl;
	return status == DTRACE_WORKSTATUS_ERROR;
}
