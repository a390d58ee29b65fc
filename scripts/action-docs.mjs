#!/usr/bin/env node
/**
 * Writes the inputs of action.yml from the table of inputs in src/action, and the tables of inputs and outputs between their markers in
 * docs/reference/action.md from action.yml and its groups.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const root = new URL('../', import.meta.url);
const { values } = readCommandLine({
  name: 'action-docs',
  command: 'node scripts/action-docs.mjs',
  purpose:
    'Writes the inputs of action.yml from src/action, and the tables of docs/reference/action.md from action.yml.',
  options: {
    check: { help: 'write nothing, and say whether the page is up to date' },
    page: { value: 'FILE', help: 'another page than docs/reference/action.md; action.yml stays as it is' },
  },
  exit: '0 written or up to date, 1 not.',
  example: 'node scripts/action-docs.mjs --check',
});
// Packages are loaded when there is work for them: --help is quick.
const { parseDocument } = await import('yaml');
const name = values.page ?? 'docs/reference/action.md';
const page = values.page ?? new URL(name, root);
if (!values.check && values.page === undefined) await writeInputs();
const document = parseDocument(readFileSync(new URL('action.yml', root), 'utf8'));

const cell = (text) =>
  String(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');

/** Returns the entries of `inputs` or `outputs` by group: a comment above an entry begins one, and names it. */
function groupsOf(section) {
  const groups = [];
  for (const { key, value } of document.get(section).items) {
    // The comment above the first entry belongs to the map.
    const comment = key.commentBefore ?? (groups.length === 0 ? document.get(section).commentBefore : undefined);
    if (comment !== undefined || groups.length === 0) groups.push({ title: (comment ?? '').trim(), entries: [] });
    groups.at(-1).entries.push([key.value, value.toJSON()]);
  }
  return groups;
}

/** Writes the section `inputs` of action.yml: a comment begins each group. */
async function writeInputs() {
  const { ensureLibrary } = await import('./build/ensure-build.mjs');
  await ensureLibrary('action-docs');
  const { ACTION_INPUT_TABLE } = await import('../lib/action/action_input_table.js');
  let group = '';
  const lines = Object.entries(ACTION_INPUT_TABLE).flatMap(([input, spec]) => {
    const heading = spec.group === group ? [] : [...(group === '' ? [] : ['']), `  # ${spec.group}`];
    group = spec.group;
    const description = wrap(spec.help, 130).map((line) => `      ${line}`);
    return [...heading, `  ${input}:`, '    description: >-', ...description, `    default: ${defaultOf(input, spec)}`];
  });
  const file = new URL('action.yml', root);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/^inputs:\n[\s\S]*?^outputs:/m, () => `inputs:\n${lines.join('\n')}\n\noutputs:`),
  );
}

function defaultOf(input, { kind, default: given = kind.type === 'flag' ? 'false' : '' }) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
  return input === 'github-token' ? '${{ github.token }}' : JSON.stringify(given);
}

/** Breaks a text into lines of at most `width` characters. */
function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

const tablesOf = (section, head, row) =>
  groupsOf(section)
    .map(({ title, entries }) =>
      [...(title === '' ? [] : [`### ${title}`, '']), ...head, ...entries.map(row)].join('\n'),
    )
    .join('\n\n');

const inputsTable = () =>
  tablesOf(
    'inputs',
    ['| input | meaning | default |', '|---|---|---|'],
    ([input, { description, default: value = '' }]) => {
      const shown = String(value) === '' ? '' : `\`${cell(value)}\``;
      return `| \`${input}\` | ${cell(description)} | ${shown} |`;
    },
  );

const outputsTable = () =>
  tablesOf('outputs', ['| output | meaning |', '|---|---|'], ([output, { description }]) => {
    return `| \`${output}\` | ${cell(description)} |`;
  });

let text;
try {
  text = readFileSync(page, 'utf8');
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
  updated = updated.replace(pattern, () => `<!-- ${section} -->\n\n${table}\n\n<!-- /${section} -->`);
}
if (updated === text) console.log(`${name} is up to date with action.yml`);
else if (values.check) {
  console.error(`${name}: inputs or outputs differ from action.yml; run node scripts/action-docs.mjs`);
  process.exit(1);
} else {
  writeFileSync(page, updated);
  console.log(`${name}: tables written`);
}
