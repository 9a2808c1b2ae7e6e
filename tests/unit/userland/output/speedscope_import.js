// SPDX-License-Identifier: MIT OR GPL-2.0-only
// node speedscope_import.js ROOT FILE... - files as speedscope imports them: a line of JSON for each, [{name, total, frames: [[name, self, total]...]}...] of
// its profiles, or null when it does not know the format. ROOT has the unpacked package of npm. Its program is one file for browsers: here it is run up to where
// it draws, and the function is called that it calls for a file of the command line.
const fs = require('fs');
const path = require('path');
const [root, ...files] = process.argv.slice(2);
const folder = path.join(root, 'package/dist/release');
const program = fs.readFileSync(path.join(folder, fs.readdirSync(folder).find(name => /^speedscope-.*\.js$/.test(name))), 'utf8');
const importer = /loadFileFromBase64:\((\w+),(\w+)\)=>\{this\.loadProfile\(\(\)=>([\w$]+)\(\1,\2\)\)/.exec(program);
const draws = program.lastIndexOf('console.log(`speedscope v');
if (!importer || draws === -1)
	throw new Error('this speedscope is built otherwise');

// what it asks the browser for before that
const nothing = new Proxy(function () {}, {
	get: (target, name) => name === Symbol.toPrimitive ? () => '' : nothing,
	set: () => true, apply: () => nothing, construct: () => nothing,
});
for (const name of ['document', 'window', 'navigator', 'location', 'localStorage', 'matchMedia', 'HTMLElement', 'Element', 'FileReader'])
	Object.defineProperty(globalThis, name, { value: nothing, configurable: true });
console.log = () => {};
(0, eval)(program.slice(0, draws) + `globalThis.importFile = ${importer[3]}; })();`);

(async () => {
	for (const file of files) {
		const group = await globalThis.importFile(path.basename(file), fs.readFileSync(file).toString('base64'));
		const profiles = group && group.profiles.map(profile => {
			const frames = [];
			profile.forEachFrame(frame => frames.push([frame.name, frame.getSelfWeight(), frame.getTotalWeight()]));
			return { name: profile.getName(), total: profile.getTotalWeight(), frames };
		});
		process.stdout.write(JSON.stringify(profiles) + '\n');
	}
})();
