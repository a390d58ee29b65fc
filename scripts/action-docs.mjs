#!/usr/bin/env node
// Writes the tables of inputs and outputs between their markers in README.md, from action.yml.
//   node scripts/action-docs.mjs           writes
//   node scripts/action-docs.mjs --check   exits with 1 when README.md is not up to date
//   --readme FILE   another file than README.md
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);
const { values } = parseArgs({ options: { check: { type: 'boolean' }, readme: { type: 'string' } } });
const readme = values.readme ?? new URL('README.md', root);
const name = values.readme ?? 'README.md';
const action = parse(readFileSync(new URL('action.yml', root), 'utf8'));

const cell = (text) =>
  String(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');

function inputsTable() {
  const rows = Object.entries(action.inputs).map(([input, { description, default: value = '' }]) => {
    const shown = String(value) === '' ? '' : `\`${cell(value)}\``;
    return `| \`${input}\` | ${cell(description)} | ${shown} |`;
  });
  return ['| input | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

function outputsTable() {
  const rows = Object.entries(action.outputs).map(
    ([output, { description }]) => `| \`${output}\` | ${cell(description)} |`,
  );
  return ['| output | meaning |', '|---|---|', ...rows].join('\n');
}

let text;
try {
  text = readFileSync(readme, 'utf8');
} catch {
  console.error(`${name}: not found`);
  process.exit(1);
}
let updated = text;
for (const [section, table] of [
  ['inputs', inputsTable()],
  ['outputs', outputsTable()],
]) {
  const pattern = new RegExp(`<!-- ${section} -->[^]*?<!-- /${section} -->`);
  if (!pattern.test(updated)) {
    console.error(`${name}: has no <!-- ${section} -->…<!-- /${section} --> markers`);
    process.exit(1);
  }
  updated = updated.replace(pattern, () => `<!-- ${section} -->\n${table}\n<!-- /${section} -->`);
}
if (updated === text) console.log(`${name} is up to date with action.yml`);
else if (values.check) {
  console.error(`${name}: inputs or outputs differ from action.yml; run node scripts/action-docs.mjs`);
  process.exit(1);
} else {
  writeFileSync(readme, updated);
  console.log(`${name}: tables written`);
}
