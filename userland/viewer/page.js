/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * page.js - draws the page of a report from the lines of JSON in it (docs/report.md).
 *
 * Sections: elements; data; values as text; what was counted between prints; run, losses, programs; tables; flame graphs;
 * heat maps; aggregations; start.
 *
 * Names come from traced programs, and may be hostile: text goes into the page as text (textContent), never as HTML.
 */
"use strict";

/* ---- elements */

/* An element with properties, or with attributes where their names have a dash or are "role", and children: nodes, or text. */
function make(tag, properties, ...children) {
	const element = document.createElement(tag);

	for (const [name, value] of Object.entries(properties || {})) {
		if (name.includes("-") || name === "role")
			element.setAttribute(name, value);
		else
			element[name] = value;
	}
	element.append(...children.filter((child) => child !== null && child !== undefined));
	return element;
}

function select(label, options, chosen) {
	const list = make("select", {});

	options.forEach((text, index) => list.append(make("option", { value: String(index), textContent: text })));
	list.addEventListener("change", () => chosen(Number(list.value)));
	return { list, element: make("label", { className: "control" }, label + " ", list) };
}

function searchField(label, changed) {
	const field = make("input", { type: "search", autocomplete: "off", spellcheck: false });

	field.addEventListener("input", () => changed(field.value));
	return { field, element: make("label", { className: "control" }, label + " ", field) };
}

/* ---- data */

/* JavaScript's numbers have 53 bits, JSON's here 64: those with more than 15 digits become BigInt. */
function parseLine(line) {
	let large = false;
	const marked = line.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) => {
		if (!/^-?\d{16,}$/.test(token))
			return token;
		large = true;
		return `{"64 bits":"${token}"}`;
	});

	if (!large)
		return JSON.parse(line);
	return JSON.parse(marked, (name, value) =>
		value && typeof value === "object" && typeof value["64 bits"] === "string" ? BigInt(value["64 bits"]) : value);
}

/* Runs, programs, losses, and the prints of each group: aggregations that are printed together. */
function readData(text) {
	const data = { run: null, sources: [], drops: [], errors: [], groups: new Map() };
	const frames = [];
	let print = null;

	for (const line of text.split("\n")) {
		if (!line.trim())
			continue;
		const one = parseLine(line);

		switch (one.type) {
		case "run":
			data.run = one;
			break;
		case "source":
			data.sources.push(one);
			break;
		case "drop":
			data.drops.push(one);
			break;
		case "error":
			data.errors.push(one);
			break;
		case "frame":
			frames[one.number] = { text: plain(one.text), space: one.space };
			break;
		case "print":
			print = addPrint(data.groups, one);
			break;
		case "row":
			for (const key of one.keys) {
				if (key && key.frames)
					key.frames = key.frames.map((number) => frames[number]);
			}
			print.rows.push({ keys: one.keys, id: rowId(one.keys), cells: one.values });
			break;
		}
	}
	return data;
}

function addPrint(groups, line) {
	const id = JSON.stringify(line.aggregations);
	const print = { number: line.number, at: Number(line.at), by: line.by, rows: [] };

	if (!groups.has(id))
		groups.set(id, { names: line.aggregations, prints: [] });
	groups.get(id).prints.push(print);
	return print;
}

function rowId(keys) {
	return JSON.stringify(keys, (name, value) => typeof value === "bigint" ? "n" + value
		: value && value.frames ? [value.space, value.pid, ...value.frames.map((frame) => frame.text)] : value);
}

/* ---- values as text */

/* A string; one that is not UTF-8 has its bytes as \xNN. */
function plain(value) {
	if (typeof value === "string")
		return value;
	return value.hex.replace(/../g, (pair) => {
		const code = parseInt(pair, 16);

		return code >= 32 && code < 127 && code !== 92 ? String.fromCharCode(code) : "\\x" + pair;
	});
}

function valueText(value) {
	if (value === null)
		return "(cut off)";
	if (typeof value === "string" || typeof value === "bigint")
		return String(value);
	if (typeof value === "number")
		return String(value);
	if (Array.isArray(value))
		return "{" + value.map(valueText).join(", ") + "}";
	if (typeof value.hex === "string")
		return plain(value);
	if (value.frames)
		return value.frames.map((frame) => frame.text).join("\n");
	if (value.buckets)
		return String(value.total);
	if (value.text !== undefined)
		return plain(value.text);
	if (value.enumerator !== undefined)
		return plain(value.enumerator);
	if (value.members)
		return "{" + Object.entries(value.members).map(([name, one]) => name + " = " + valueText(one)).join(", ") + "}";
	return JSON.stringify(value);
}

function keysText(keys) {
	return keys.filter((key) => !(key && key.frames)).map(valueText).join(", ");
}

/* Digits in groups of three. */
function digits(number) {
	return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/* A number in a few characters, for axes. */
function short(number) {
	let value = Number(number), unit = 0;

	if (Math.abs(value) < 1e5)
		return String(number);
	while (Math.abs(value) >= 999.5 && unit < 6) {
		value /= 1000;
		unit++;
	}
	return value.toPrecision(3).replace(/\.?0+$/, "") + " KMGTPE"[unit];
}

function percent(part, all) {
	return all > 0 ? (100 * part / all).toFixed(part === all ? 0 : 1) + " %" : "0 %";
}

function seconds(ns) {
	return ns === 0 ? "0" : ns < 1e6 ? (ns / 1e3).toFixed(0) + " \u00b5s" : ns < 1e9 ? (ns / 1e6).toFixed(0) + " ms" : (ns / 1e9).toFixed(ns < 1e10 ? 2 : 1) + " s";
}

function count(number, word) {
	return `${digits(number)} ${word}${Number(number) === 1 ? "" : "s"}`;
}

function bucketText(bucket) {
	if (bucket.low === undefined)
		return bucket.high === undefined ? "all" : "up to " + digits(bucket.high);
	if (bucket.high === undefined)
		return digits(bucket.low) + " and more";
	return bucket.low === bucket.high ? digits(bucket.low) : digits(bucket.low) + " to " + digits(bucket.high);
}

/* ---- what was counted between prints */

const ADDS = new Set(["count", "sum", "quantize", "lquantize", "llquantize"]);

function isDistribution(cell) {
	return Boolean(cell && cell.value && cell.value.buckets);
}

/* Numbers and BigInts, exact; a result that a number can hold is one. */
function combine(a, b, sign) {
	if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a + sign * b))
		return a + sign * b;
	const exact = BigInt(a) + BigInt(sign) * BigInt(b);

	return exact >= Number.MIN_SAFE_INTEGER && exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : exact;
}

function compareBounds(a, b) {
	const [x, y] = [a.low, b.low];

	return x === y ? 0 : x === undefined ? -1 : y === undefined ? 1 : x < y ? -1 : 1;
}

function bucketId(bucket) {
	return bucket.low + ":" + bucket.high;
}

function combineValues(a, b, sign) {
	if (!a.buckets)
		return combine(a, b, sign);
	const buckets = new Map(a.buckets.map((bucket) => [bucketId(bucket), { ...bucket }]));

	for (const bucket of b.buckets) {
		const there = buckets.get(bucketId(bucket));

		if (there)
			there.count = combine(there.count, bucket.count, sign);
		else
			buckets.set(bucketId(bucket), { ...bucket, count: combine(0, bucket.count, sign) });
	}
	return { total: combine(a.total, b.total, sign), buckets: [...buckets.values()].sort(compareBounds) };
}

/*
 * Prints of the aggregations @names whose values are what was counted since the print before. A value that was made or
 * cleared after it is that already; from one that goes on, the earlier one is taken. null: one of them cannot be taken apart
 * (avg, min, another normalize()).
 */
function increments(prints, names) {
	const before = new Map();
	const result = [];

	for (const print of prints) {
		const rows = [];

		for (const row of print.rows) {
			const cells = [];

			for (const cell of row.cells.filter((one) => names.includes(one.name))) {
				const id = cell.name + " " + row.id, last = before.get(id);
				const goesOn = last && cell.since < last.number;

				if (!ADDS.has(cell.function) || (goesOn && last.cell.normal !== cell.normal))
					return null;
				cells.push(goesOn ? { ...cell, value: combineValues(cell.value, last.cell.value, -1) } : cell);
				before.set(id, { cell, number: print.number });
			}
			rows.push({ ...row, cells });
		}
		result.push({ ...print, rows });
	}
	return result;
}

/* One print that has everything that was printed. */
function addUp(parts) {
	const rows = new Map();

	for (const part of parts) {
		for (const row of part.rows) {
			const sum = rows.get(row.id);

			if (!sum) {
				rows.set(row.id, { ...row, cells: [...row.cells] });
				continue;
			}
			for (const cell of row.cells) {
				const at = sum.cells.findIndex((other) => other.name === cell.name);

				if (at < 0)
					sum.cells.push(cell);
				else
					sum.cells[at] = { ...sum.cells[at], value: combineValues(sum.cells[at].value, cell.value, 1) };
			}
		}
	}
	return { rows: [...rows.values()] };
}

/* ---- run, losses, programs */

const ENDS = {
	exit: "by exit()",
	interrupt: "by a signal",
	target: "with the traced process",
	full: "because a buffer was full (-x bufpolicy=fill)",
	killed: "by the kernel's part: it was not served in time",
	error: "by an error",
	stop: "by the consumer",
};

function drawRun(run) {
	const began = new Date(Number(run.began) / 1e6).toISOString().replace("T", " ").replace("Z", " UTC");
	const command = run.command.map(plain).map((word) => /^[\w.,:/=@%+-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'").join(" ");
	const facts = [
		["command", make("code", { textContent: command })],
		["machine", `${plain(run.host)}: ${plain(run.system)} ${plain(run.release)} ${plain(run.build)}, ${plain(run.machine)}, ${run.cpus} CPUs`],
		["engine", run.engine === "kernel" ? "kernel" : `${run.engine}: not the kernel, the engine in the process of dtrace`],
		["began", began],
		["took", seconds(Number(run.duration))],
		["ended", `${ENDS[run.ended] || run.ended}, exit status ${run.status}`],
		["printed", `${count(run.firings, "firing")}, ${count(run.rows, "row")} of aggregations. This page has the rows; what the firings printed is in the output`],
	];
	const list = make("dl", {});

	for (const [name, value] of facts)
		list.append(make("dt", { textContent: name }), make("dd", {}, value));
	return make("section", { id: "run" }, make("h2", { textContent: "The run" }), list);
}

/* Texts with how often each came, the most frequent first. */
function countTexts(texts) {
	const found = new Map();

	texts.forEach((text) => found.set(text, (found.get(text) || 0) + 1));
	return [...found].sort((a, b) => b[1] - a[1]);
}

function drawLosses(data) {
	const run = data.run, items = [];

	for (const [kind, number] of Object.entries(run.drops)) {
		const one = data.drops.find((drop) => drop.kind === kind);

		items.push(make("li", {}, `${digits(number)} ${kind}` + (one ? `, the first: ${plain(one.text)}` : "")));
	}
	if (run.errors)
		items.push(make("li", {}, `${count(run.errors, "fault")} of clauses`));
	for (const [text, times] of countTexts(data.errors.map((error) => plain(error.text))).slice(0, 20))
		items.push(make("li", { className: "detail" }, (times > 1 ? times + " times: " : "") + text));
	if (run.left_rows)
		items.push(make("li", {}, `${count(run.left_rows, "row")} of aggregations missing: this page has no more room`));
	if (!run.complete)
		items.push(make("li", {}, "Tracing was cut off: aggregations that the program has not printed are not here"));
	if (items.length === 0)
		return make("section", { id: "losses", className: "good" }, make("h2", { textContent: "Losses" }), make("p", {}, "None: no drops, no errors, all rows are here."));
	return make("section", { id: "losses", className: "bad" }, make("h2", { textContent: "Losses" }), make("ul", {}, ...items));
}

function drawSources(sources) {
	const section = make("section", { id: "programs" }, make("h2", { textContent: sources.length === 1 ? "The program" : "The programs" }));

	for (const source of sources)
		section.append(make("h3", {}, make("code", { textContent: plain(source.name) })), make("pre", { tabIndex: 0, textContent: plain(source.text) }));
	if (sources.length === 0)
		section.append(make("p", {}, "No text is known: an anonymous enabling was claimed."));
	return section;
}

/* ---- tables */

const PAGE_OF_ROWS = 20;

function stackElement(stack) {
	const length = stack.frames.length, first = length ? stack.frames[0].text : "(no frames)";

	if (length < 2)
		return make("span", { className: "stack", textContent: first });
	return make("details", { className: "stack" }, make("summary", {}, first, make("small", { textContent: ` ${length} frames` })),
		make("ol", {}, ...stack.frames.map((frame) => make("li", { textContent: frame.text }))));
}

function distributionElement(value, open) {
	const most = value.buckets.reduce((max, bucket) => Math.max(max, Number(bucket.count)), 0);
	const rows = value.buckets.map((bucket) => {
		const bar = make("span", { className: "bar" });

		bar.style.width = most > 0 ? Math.max(0, 100 * Number(bucket.count) / most) + "%" : "0";
		return make("tr", {}, make("th", { scope: "row", textContent: bucketText(bucket) }), make("td", { className: "bars" }, bar),
			make("td", { className: "number", textContent: digits(bucket.count) }));
	});

	return make("details", { className: "distribution", open }, make("summary", { textContent: count(value.total, "value") }), make("table", {}, make("tbody", {}, ...rows)));
}

/* What sorts a cell: numbers before texts. */
function sortValue(value) {
	if (value === undefined)
		return -Infinity;
	if (typeof value === "number" || typeof value === "bigint")
		return value;
	if (value && value.buckets)
		return value.total;
	return valueText(value);
}

function compareValues(a, b) {
	const x = sortValue(a), y = sortValue(b), xIsText = typeof x === "string", yIsText = typeof y === "string";

	if (xIsText !== yIsText)
		return xIsText ? 1 : -1;
	return x < y ? -1 : x > y ? 1 : 0;
}

function rowText(row) {
	return row.keys.map(valueText).join("\n").toLowerCase();
}

class Table {
	constructor(group) {
		this.rows = [];
		this.filter = "";
		this.limit = PAGE_OF_ROWS;
		this.keys = group.prints.reduce((most, print) => Math.max(most, ...print.rows.map((row) => row.keys.length)), 0);
		this.names = group.names;
		this.column = this.keys; /* the first value, the greatest first */
		this.descending = true;
		this.head = make("tr", {});
		this.body = make("tbody", {});
		this.more = make("button", { type: "button", className: "more" });
		this.more.addEventListener("click", () => {
			this.limit += 25 * PAGE_OF_ROWS;
			this.draw();
		});
		this.status = make("p", { className: "status", role: "status" });
		this.search = searchField("Filter", (text) => {
			this.filter = text.toLowerCase();
			this.draw();
		});
		this.makeHead(group);
		this.element = make("div", { className: "table" }, make("div", { className: "controls" }, this.search.element),
			make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "rows" },
				make("table", {}, make("thead", {}, this.head), this.body)), this.more, this.status);
	}

	makeHead(group) {
		this.buttons = [];
		for (let i = 0; i < this.keys + this.names.length; i++) {
			const name = i < this.keys ? (this.keys === 1 ? "key" : "key " + (i + 1)) : columnTitle(group, i - this.keys);
			const button = make("button", { type: "button", textContent: name });

			button.addEventListener("click", () => this.sortBy(i));
			this.buttons.push(button);
			this.head.append(make("th", { scope: "col", className: i < this.keys ? "" : "number" }, button));
		}
	}

	sortBy(column) {
		this.descending = this.column === column ? !this.descending : column >= this.keys;
		this.column = column;
		this.draw();
	}

	value(row, column) {
		if (column < this.keys)
			return row.keys[column];
		const cell = row.cells.find((one) => one.name === this.names[column - this.keys]);

		return cell ? cell.value : undefined;
	}

	show(rows) {
		this.rows = rows;
		this.limit = PAGE_OF_ROWS;
		this.draw();
	}

	draw() {
		const sign = this.descending ? -1 : 1;
		const rows = this.rows.filter((row) => !this.filter || rowText(row).includes(this.filter))
			.sort((a, b) => sign * compareValues(this.value(a, this.column), this.value(b, this.column)));
		const shown = rows.slice(0, this.limit);

		this.buttons.forEach((button, index) =>
			button.parentNode.setAttribute("aria-sort", index !== this.column ? "none" : this.descending ? "descending" : "ascending"));
		this.body.replaceChildren(...shown.map((row) => this.makeRow(row, shown.length)));
		this.more.hidden = shown.length === rows.length;
		this.more.textContent = `Show more of ${digits(rows.length)} rows`;
		this.status.textContent = this.filter ? `${digits(rows.length)} of ${count(this.rows.length, "row")}` : count(rows.length, "row");
	}

	makeRow(row, count) {
		const element = make("tr", {});

		for (let i = 0; i < this.keys + this.names.length; i++) {
			const value = this.value(row, i);

			if (value === undefined)
				element.append(make("td", {}));
			else if (value && value.frames)
				element.append(make("td", {}, stackElement(value)));
			else if (value && value.buckets)
				element.append(make("td", {}, distributionElement(value, count <= 3)));
			else if (typeof value === "number" || typeof value === "bigint")
				element.append(make("td", { className: "number", textContent: i < this.keys ? String(value) : digits(value) }));
			else
				element.append(make("td", { textContent: valueText(value) }));
		}
		return element;
	}
}

/* ---- flame graphs */

const NARROWEST = 0.0008; /* of the width: less cannot be seen, nor hit */

function node(name, space, parent) {
	return { name, space, parent, value: 0, own: 0, depth: parent ? parent.depth + 1 : 0, children: new Map() };
}

/* Keys, then the program's frames, then the kernel's, from the outermost on. */
function rowFrames(row) {
	const frames = [];

	for (const key of row.keys) {
		if (!(key && key.frames))
			frames.push({ text: valueText(key), space: "key" });
	}
	for (const space of ["user", "kernel"]) {
		for (const key of row.keys) {
			if (key && key.frames && key.space === space)
				frames.push(...[...key.frames].reverse());
		}
	}
	return frames;
}

/* The tree of stacks, weighted by one aggregation; left: rows that have no place in it. */
function growTree(rows, name) {
	const root = node("all", "root", null);
	let left = 0;

	for (const row of rows) {
		const cell = row.cells.find((one) => one.name === name);

		if (!cell)
			continue;
		const weight = Number(cell.value.buckets ? cell.value.total : cell.value);

		if (!(weight > 0)) {
			left += weight < 0 ? 1 : 0;
			continue;
		}
		let at = root;

		root.value += weight;
		for (const frame of rowFrames(row)) {
			const id = frame.space + frame.text;

			if (!at.children.has(id))
				at.children.set(id, node(frame.text, frame.space, at));
			at = at.children.get(id);
			at.value += weight;
		}
		at.own += weight;
	}
	return { root, left };
}

function sortedChildren(at) {
	return [...at.children.values()].sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function hue(text) {
	let hash = 0;

	for (let i = 0; i < text.length; i++)
		hash = (hash * 31 + text.charCodeAt(i)) >>> 0;
	return hash % 5;
}

class Flame {
	constructor(label) {
		this.pattern = "";
		this.box = make("div", { className: "flame", role: "tree", "aria-label": label });
		this.status = make("p", { className: "status", role: "status" });
		this.note = make("p", { className: "note" });
		this.search = searchField("Search", (text) => {
			this.pattern = text.toLowerCase();
			this.draw();
		});
		this.reset = make("button", { type: "button", textContent: "Whole picture" });
		this.reset.addEventListener("click", () => this.zoom(this.root, true));
		this.box.addEventListener("click", (event) => this.zoom(event.target.node, true));
		this.box.addEventListener("mouseover", (event) => this.describe(event.target.node));
		this.box.addEventListener("focusin", (event) => this.describe(event.target.node));
		this.box.addEventListener("keydown", (event) => this.key(event));
		this.element = make("div", {}, make("div", { className: "controls" }, this.search.element, this.reset), this.box, this.status, this.note);
	}

	show(rows, name) {
		const tree = growTree(rows, name);

		this.root = this.top = tree.root;
		this.current = this.root;
		this.note.textContent = tree.left ? `${count(tree.left, "row")} with negative values: not in the picture.` : "";
		this.draw();
	}

	matches(at) {
		return this.pattern !== "" && at.space !== "root" && at.name.toLowerCase().includes(this.pattern);
	}

	/* What stacks with a match weigh. */
	matched(at) {
		if (this.matches(at))
			return at.value;
		let sum = 0;

		for (const child of at.children.values())
			sum += this.matched(child);
		return sum;
	}

	zoom(at, focus) {
		if (!at)
			return;
		this.top = at;
		this.current = at;
		this.draw();
		if (focus)
			at.element.focus();
	}

	draw() {
		const path = [], drawn = [];
		let deepest = this.top.depth;

		for (let at = this.top; at; at = at.parent) {
			at.left = 0;
			at.width = 1;
			path.unshift(at);
		}
		drawn.push(...path);
		for (let queue = [this.top]; queue.length > 0;) {
			const at = queue.shift();
			let left = at.left;

			for (const child of sortedChildren(at)) {
				child.left = left;
				child.width = child.value / this.top.value;
				left += child.width;
				child.element = null;
				if (child.width < NARROWEST)
					continue;
				deepest = Math.max(deepest, child.depth);
				drawn.push(child);
				queue.push(child);
			}
		}
		this.box.style.height = (deepest + 1) * 1.5 + "em";
		this.box.replaceChildren(...drawn.map((at) => this.makeFrame(at)));
		this.reset.disabled = this.top === this.root;
		this.describe(this.current);
		if (this.pattern) {
			const sum = this.matched(this.root);

			this.status.textContent = `Found in ${digits(sum)} of ${digits(this.root.value)}, ${percent(sum, this.root.value)}`;
		}
	}

	makeFrame(at) {
		const classes = ["frame", at.space, "shade" + hue(at.name)];

		if (at.depth < this.top.depth)
			classes.push("outer");
		if (this.matches(at))
			classes.push("match");
		if (at.width * this.box.clientWidth < 24)
			classes.push("thin");
		at.element = make("div", { className: classes.join(" "), role: "treeitem", tabIndex: at === this.current ? 0 : -1, textContent: at.name,
			title: this.text(at), node: at, "aria-level": at.depth + 1 });
		at.element.style.left = at.left * 100 + "%";
		at.element.style.width = at.width * 100 + "%";
		at.element.style.top = at.depth * 1.5 + "em";
		return at.element;
	}

	text(at) {
		const space = { kernel: " (kernel)", user: "", key: " (key)", root: "" }[at.space];

		return `${at.name}${space}: ${digits(at.value)} of ${digits(this.root.value)}, ${percent(at.value, this.root.value)}` + (at.own ? `; ${digits(at.own)} in itself` : "");
	}

	describe(at) {
		if (at)
			this.status.textContent = this.text(at);
	}

	/* The frame that an arrow leads to; null: there is none. */
	neighbour(key) {
		const at = this.current;

		if (key === "ArrowUp")
			return at.parent;
		if (key === "ArrowDown")
			return [...at.children.values()].filter((child) => child.element).sort((a, b) => b.value - a.value)[0];
		const row = [...this.box.children].map((element) => element.node).filter((other) => other.depth === at.depth).sort((a, b) => a.left - b.left);

		return row[row.indexOf(at) + (key === "ArrowLeft" ? -1 : 1)];
	}

	key(event) {
		if (event.key.startsWith("Arrow")) {
			const next = this.neighbour(event.key);

			if (next) {
				this.current.element.tabIndex = -1;
				next.element.tabIndex = 0;
				this.current = next;
				next.element.focus();
			}
		} else if (event.key === "Enter" || event.key === " ") {
			this.zoom(this.current, true);
		} else if (event.key === "Escape") {
			this.zoom(this.root, true);
		} else {
			return;
		}
		event.preventDefault();
	}
}

/* ---- heat maps */

const MOST_COLUMNS = 300;

/* The bucket of @kind that begins with @low, a BigInt, and ends before @end; one that cannot be told is all of the gap. */
function nextBucket(kind, low, end, before) {
	let high = end - 1n;

	if (kind === "quantize")
		high = low > 0n ? 2n * low - 1n : low === 0n ? 0n : -((1n - low) / 2n);
	else if (kind === "lquantize" && before.low !== undefined)
		high = low + BigInt(before.high) - BigInt(before.low);
	return { low: combine(low, 0, 1), high: combine(high < end ? high : end - 1n, 0, 1) };
}

/* Between buckets of different keys, or prints, there may be some that none of them has: an axis has all. */
function fillGaps(rows, kind) {
	const result = rows.slice(0, 1);

	for (const row of rows.slice(1)) {
		while (combine(result[result.length - 1].high, 1, 1) < row.low) {
			const last = result[result.length - 1];

			result.push(nextBucket(kind, BigInt(last.high) + 1n, BigInt(row.low), last));
		}
		result.push(row);
	}
	return result;
}

/* Several columns as one, when there are more than can be told from each other. */
function mergeColumns(columns) {
	const each = Math.ceil(columns.length / MOST_COLUMNS), result = [];

	for (let i = 0; i < columns.length; i += each) {
		const part = columns.slice(i, i + each), merged = { from: part[0].from, to: part[part.length - 1].to, counts: new Map(), total: 0 };

		for (const column of part) {
			column.counts.forEach((number, key) => merged.counts.set(key, (merged.counts.get(key) || 0) + number));
			merged.total += column.total;
		}
		result.push(merged);
	}
	return { each, columns: result };
}

/* Columns are prints, each from the one before it; rows are buckets, the smallest at the bottom. */
function heatCells(parts, name, id) {
	const buckets = new Map(), columns = [];
	let last = 0, kind = "";

	for (const part of parts) {
		const column = { from: last, to: part.at, counts: new Map(), total: 0 };

		for (const row of part.rows) {
			const cell = row.cells.find((one) => one.name === name);

			if (!cell || (id !== null && row.id !== id))
				continue;
			kind = cell.function;
			for (const bucket of cell.value.buckets) {
				const key = bucketId(bucket);

				buckets.set(key, bucket);
				column.counts.set(key, (column.counts.get(key) || 0) + Number(bucket.count));
				column.total += Number(bucket.count);
			}
		}
		columns.push(column);
		last = part.at;
	}
	const merged = mergeColumns(columns);

	return { ...merged, most: merged.columns.reduce((most, column) => Math.max(most, ...column.counts.values()), 0),
		rows: fillGaps(trimRows([...buckets.values()].sort(compareBounds), columns), kind) };
}

/* Without the buckets that nothing is in, below the first and above the last. */
function trimRows(rows, columns) {
	const used = (bucket) => columns.some((column) => column.counts.get(bucketId(bucket)) > 0);
	const first = rows.findIndex(used), last = rows.length - 1 - [...rows].reverse().findIndex(used);

	return first < 0 ? [] : rows.slice(first, last + 1);
}

class Heat {
	constructor(label) {
		this.canvas = make("canvas", { tabIndex: 0, role: "img",
			"aria-label": label + ": time from left to right, values from bottom to top. Arrow keys move from cell to cell." });
		this.status = make("p", { className: "status", role: "status" });
		this.legend = make("p", { className: "note" });
		this.at = null;
		this.canvas.addEventListener("mousemove", (event) => this.point(event));
		this.canvas.addEventListener("click", (event) => this.point(event));
		this.canvas.addEventListener("keydown", (event) => this.key(event));
		this.element = make("div", { className: "heat" }, this.canvas, this.legend, this.status);
		this.width = 0;
		new ResizeObserver(() => this.element.clientWidth !== this.width && this.draw()).observe(this.element);
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
	}

	show(parts, name, id) {
		this.cells = heatCells(parts, name, id);
		this.at = null;
		this.status.textContent = "Point at a cell, or use the arrow keys.";
		this.legend.textContent = !this.cells.most ? "Nothing was counted."
			: `A column is ${this.cells.each === 1 ? "what was counted between two prints" : this.cells.each + " prints"}. ` +
				`The strongest colour is ${digits(this.cells.most)} in a cell, the scale logarithmic; without colour: nothing.`;
		this.draw();
	}

	/* Where the picture lies in the canvas, in CSS pixels. */
	layout() {
		const { rows, columns } = this.cells, width = this.element.clientWidth;
		const rowHeight = Math.max(8, Math.min(18, Math.floor(420 / Math.max(1, rows.length))));
		const left = Math.min(80, width / 4), end = columns[columns.length - 1].to || 1;

		return { width, left, rowHeight, right: 8, top: 6, height: rows.length * rowHeight, x: (ns) => left + (width - left - 8) * ns / end };
	}

	draw() {
		const { cells } = this, scale = window.devicePixelRatio || 1;

		this.width = this.element.clientWidth;
		if (!cells || !this.width)
			return;
		const place = this.layout(), all = place.top + place.height + 24;
		const style = getComputedStyle(this.element), context = this.canvas.getContext("2d");

		this.canvas.width = Math.round(place.width * scale);
		this.canvas.height = Math.round(all * scale);
		this.canvas.style.height = all + "px";
		context.scale(scale, scale);
		context.fillStyle = style.getPropertyValue("--empty");
		context.fillRect(place.left, place.top, place.width - place.left - place.right, place.height);
		this.drawCells(context, place, style.getPropertyValue("--heat"));
		this.drawAxes(context, place, style.color);
		this.drawMark(context, place, style.color);
	}

	drawCells(context, place, colour) {
		const { columns, rows, most } = this.cells;

		context.fillStyle = colour;
		for (const column of columns) {
			const x = place.x(column.from), width = Math.max(1, place.x(column.to) - x - (place.x(column.to) - x > 6 ? 1 : 0));

			rows.forEach((bucket, index) => {
				const number = column.counts.get(bucketId(bucket)) || 0;

				if (number <= 0)
					return;
				context.globalAlpha = 0.15 + 0.85 * Math.log1p(number) / Math.log1p(most);
				context.fillRect(x, this.rowTop(place, index), width, place.rowHeight - 1);
			});
		}
		context.globalAlpha = 1;
	}

	rowTop(place, index) {
		return place.top + place.height - (index + 1) * place.rowHeight;
	}

	drawAxes(context, place, colour) {
		const { columns, rows } = this.cells, end = columns[columns.length - 1].to;
		const each = Math.ceil(13 / place.rowHeight), marks = Math.max(1, Math.min(6, Math.floor((place.width - place.left) / 90)));

		context.fillStyle = colour;
		context.font = "11px system-ui, sans-serif";
		context.textAlign = "right";
		context.textBaseline = "middle";
		rows.forEach((bucket, index) => {
			if (index % each === 0)
				context.fillText(bucket.low === undefined ? "<" + short(combine(bucket.high, 1, 1)) : short(bucket.low), place.left - 5,
					this.rowTop(place, index) + place.rowHeight / 2, place.left - 6);
		});
		context.textBaseline = "top";
		for (let i = 0; i <= marks; i++) {
			context.textAlign = i === 0 ? "left" : i === marks ? "right" : "center";
			context.fillText(seconds(end * i / marks), place.x(end * i / marks), place.top + place.height + 6);
		}
	}

	drawMark(context, place, colour) {
		if (!this.at)
			return;
		const column = this.cells.columns[this.at.column], x = place.x(column.from);

		context.strokeStyle = colour;
		context.lineWidth = 2;
		context.strokeRect(x, this.rowTop(place, this.at.row), Math.max(3, place.x(column.to) - x), place.rowHeight - 1);
	}

	mark(column, row) {
		const { columns, rows } = this.cells;

		if (rows.length === 0)
			return;
		const next = { column: Math.min(Math.max(column, 0), columns.length - 1), row: Math.min(Math.max(row, 0), rows.length - 1) };

		if (this.at && this.at.column === next.column && this.at.row === next.row)
			return;
		this.at = next;
		const at = columns[this.at.column], bucket = rows[this.at.row], number = at.counts.get(bucketId(bucket)) || 0;

		this.status.textContent = `${seconds(at.from)} to ${seconds(at.to)}, ${bucketText(bucket)}: ${digits(number)} of ${digits(at.total)}`;
		this.draw();
	}

	point(event) {
		const place = this.layout(), bounds = this.canvas.getBoundingClientRect();
		const x = event.clientX - bounds.left, y = event.clientY - bounds.top - place.top;
		const column = this.cells.columns.findIndex((one) => x < place.x(one.to));

		if (x < place.left || column < 0 || y < 0 || y >= place.height)
			return;
		this.mark(column, this.cells.rows.length - 1 - Math.floor(y / place.rowHeight));
	}

	key(event) {
		const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];

		if (!steps)
			return;
		event.preventDefault();
		if (this.at)
			this.mark(this.at.column + steps[0], this.at.row + steps[1]);
		else
			this.mark(0, 0);
	}
}

/* ---- aggregations */

/* A cell of aggregation @index of a group, wherever there is one. */
function anyCell(group, index) {
	for (const print of group.prints) {
		for (const row of print.rows) {
			const cell = row.cells.find((one) => one.name === group.names[index]);

			if (cell)
				return cell;
		}
	}
	return null;
}

function aggregationName(name) {
	return name === null ? "@?" : name === "_" ? "@" : "@" + plain(name);
}

function columnTitle(group, index) {
	const cell = anyCell(group, index);

	return aggregationName(group.names[index]) + (cell ? ` ${cell.function}()` : "");
}

function groupTitle(group) {
	return group.names.map((name, index) => columnTitle(group, index)).join(", ");
}

/* Aggregations whose values can be added up, as the widths of frames are. */
function addingNames(group) {
	return group.names.filter((name, index) => ADDS.has((anyCell(group, index) || {}).function));
}

function hasStacks(group) {
	return group.prints.some((print) => print.rows.some((row) => row.keys.some((key) => key && key.frames)));
}

function printText(print) {
	return (print.by === "end" ? "at the end, " : "") + seconds(print.at);
}

/* The parts that a table and a flame graph can show: all prints added up, or each of them. */
function choices(group, parts) {
	const each = group.prints.map((print) => ({ text: `printed ${printText(print)}`, rows: print.rows }));

	if (group.prints.length > 1 && parts)
		each.unshift({ text: `all ${group.prints.length} prints added up`, rows: addUp(parts).rows });
	return each;
}

function drawFlames(section, group, watchers) {
	const names = addingNames(group), titles = names.map((name) => columnTitle(group, group.names.indexOf(name)));
	const flame = new Flame("flame graph of " + groupTitle(group));
	let shown = 0, rows = [];
	const which = titles.length > 1 ? select("Aggregation", titles, (index) => {
		shown = index;
		flame.show(rows, names[shown]);
	}) : null;

	watchers.push((chosen) => {
		rows = chosen;
		flame.show(rows, names[shown]);
	});
	section.append(make("h3", { textContent: "Flame graph" }), make("p", { className: "note" },
		"A frame is as wide as what was counted below it; the outermost is at the top. Click, or Enter: only this frame; Escape: all. " +
		"Orange: the program, blue: the kernel, grey: other keys."));
	if (which)
		section.append(which.element);
	section.append(flame.element);
}

function drawHeat(section, group, index) {
	const name = group.names[index], parts = increments(group.prints, [name]);

	if (!parts || !isDistribution(anyCell(group, index)))
		return;
	const heat = new Heat("heat map of " + columnTitle(group, index));
	const sum = addUp(parts).rows.filter((row) => row.cells.length > 0)
		.sort((a, b) => Number(b.cells[0].value.total) - Number(a.cells[0].value.total)).slice(0, 200);
	const ids = [null, ...sum.map((row) => row.id)];

	section.append(make("h3", { textContent: `${columnTitle(group, index)} over time` }));
	if (sum.length > 1)
		section.append(select("Key", ["all keys", ...sum.map((row) => keysText(row.keys) || valueText(row.keys[0]).split("\n")[0])],
			(at) => heat.show(parts, name, ids[at])).element);
	section.append(heat.element);
	heat.show(parts, name, null);
}

function drawGroup(group, number) {
	const section = make("section", { id: "aggregation-" + number }, make("h2", { textContent: groupTitle(group) }));
	const parts = group.prints.length > 1 ? increments(group.prints, group.names) : null;
	const watchers = [], rows = choices(group, parts);
	const choose = (index) => watchers.forEach((watcher) => watcher(rows[index].rows));

	if (rows.length > 1) {
		const chosen = parts ? 0 : rows.length - 1, which = select("Shown", rows.map((one) => one.text), choose);

		which.list.value = String(chosen);
		section.append(which.element);
	}
	if (hasStacks(group) && addingNames(group).length > 0)
		drawFlames(section, group, watchers);
	if (group.prints.length > 1)
		group.names.forEach((name, index) => drawHeat(section, group, index));
	const table = new Table(group);

	watchers.push((chosen) => table.show([...chosen]));
	section.append(make("h3", { textContent: "Table" }), table.element);
	choose(parts ? 0 : rows.length - 1);
	return section;
}

/* ---- start */

function drawPage(data) {
	const page = document.getElementById("page"), sections = [...data.groups.values()].map((group, index) => drawGroup(group, index + 1));
	const list = make("ul", {}), run = drawRun(data.run), losses = drawLosses(data), programs = drawSources(data.sources);

	if (sections.length === 0)
		sections.push(make("section", { id: "aggregations" }, make("h2", { textContent: "Aggregations" }),
			make("p", {}, "None was printed: this page shows aggregations. What the program printed is in its output.")));
	for (const section of [losses, ...sections, programs, run])
		list.append(make("li", {}, make("a", { href: "#" + section.id, textContent: section.querySelector("h2").textContent })));
	document.title = "dtrace: " + data.run.command.map(plain).slice(1).join(" ").slice(0, 80);
	page.replaceChildren(make("header", {}, make("h1", { textContent: "dtrace report" }),
		make("p", {}, `${plain(data.run.host)}, ${plain(data.run.release)}, ${seconds(Number(data.run.duration))}`),
		make("nav", { "aria-label": "sections" }, list)), losses, ...sections, programs, run);
}

drawPage(readData(document.getElementById("data").textContent));
