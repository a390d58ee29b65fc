#!/usr/bin/env node
/** Writes the tables of docs/requirements.md from docs/requirements.yml and the tags `// Holds R14, G8` of the tests. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'requirements',
  command: 'node scripts/requirements.mjs',
  purpose: 'Writes the tables of docs/requirements.md from docs/requirements.yml and the tags of the tests.',
  options: {
    check: { help: 'write nothing, and say whether the page is up to date' },
    root: { value: 'FOLDER', help: 'another repository than this one' },
  },
  exit: '0 written or up to date, 1 not, or a tag or a requirement is at fault.',
  example: 'node scripts/requirements.mjs --check',
});
// Packages are loaded when there is work for them: --help is quick.
const { parse } = await import('yaml');
const root = resolve(values.root ?? fileURLToPath(new URL('../', import.meta.url)));
const page = join(root, 'docs/requirements.md');
const MARKERS = /<!-- requirements -->[\s\S]*?<!-- \/requirements -->/;

const sections = parse(readFileSync(join(root, 'docs/requirements.yml'), 'utf8'));
const requirements = Object.values(sections).flatMap((section) =>
  Object.entries(section).map(([id, entry]) => ({ id, ...(typeof entry === 'string' ? { text: entry } : entry) })),
);
const holders = readTags(join(root, '__tests__'));
const faults = findFaults();
if (faults.length > 0) {
  for (const fault of faults) console.error(`requirements: ${fault}`);
  process.exit(1);
}
const text = readFileSync(page, 'utf8');
const updated = text.replace(MARKERS, `<!-- requirements -->\n\n${renderTables()}\n\n<!-- /requirements -->`);
if (updated === text) console.log('docs/requirements.md is up to date');
else if (values.check) {
  console.error('docs/requirements.md is out of date; run node scripts/requirements.mjs');
  process.exitCode = 1;
} else {
  writeFileSync(page, updated);
  console.log('docs/requirements.md: tables written');
}

/** Reads which test files hold which requirement: id → paths below `folder`, sorted. */
function readTags(folder) {
  const tagged = new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  for (const file of files.sort()) {
    const tags = readFileSync(join(folder, file), 'utf8').matchAll(/^ *\/\/ Holds ([A-Z]\d+(?:, [A-Z]\d+)*)$/gm);
    for (const id of [...tags].flatMap(([, ids]) => ids.split(', '))) {
      tagged.set(id, new Set([...(tagged.get(id) ?? []), file]));
    }
  }
  return tagged;
}

/** Lists tags of requirements that there are not, and requirements that no test holds. */
function findFaults() {
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = [...holders].filter(([id]) => !known.has(id));
  const bare = requirements.filter(({ id, built = true }) => built && !holders.has(id));
  return [
    ...unknown.map(([id, files]) => `${[...files].join(', ')}: holds ${id}, which docs/requirements.yml does not have`),
    ...bare.map(({ id }) => `${id}: no test says "// Holds ${id}"`),
    ...(MARKERS.test(readFileSync(page, 'utf8')) ? [] : ['docs/requirements.md has no place for the tables']),
  ];
}

function renderTables() {
  return Object.entries(sections)
    .map(([title, section]) => {
      const rows = requirements.filter(({ id }) => Object.hasOwn(section, id)).map(renderRow);
      return [`## ${title}`, '', '| | asks | held by |', '|---|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

function renderRow({ id, text: asks, partly, built = true }) {
  const limit = partly === undefined ? '' : `. *Partly*: ${partly}`;
  const tests = [...(holders.get(id) ?? [])].map((file) => `\`${file}\``).join(' ');
  return `| ${id} | ${asks}${limit} | ${built ? tests : '*not built*'} |`;
}
