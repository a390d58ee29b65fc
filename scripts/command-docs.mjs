#!/usr/bin/env node
/** Writes docs/reference/commands.md from the verbs of the command line, as src/cli has them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ensureLibrary } from './build/ensure-build.mjs';
import { renderCommandReference } from './build/render-command-reference.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'command-docs',
  command: 'node scripts/command-docs.mjs',
  purpose: 'Writes docs/reference/commands.md from the verbs of the command line.',
  options: { check: { help: 'write nothing, and say whether the page is up to date' } },
  exit: '0 written or up to date, 1 not.',
  example: 'node scripts/command-docs.mjs --check',
});
await ensureLibrary('command-docs');
const { COMMAND_LINE_VERBS } = await import('../lib/cli/command_line_verbs.js');
const { OPTION_TABLE } = await import('../lib/commands/options/option_table.js');

const page = new URL('../docs/reference/commands.md', import.meta.url);
const text = renderCommandReference(COMMAND_LINE_VERBS, OPTION_TABLE);
if (readFileSync(page, 'utf8') === text) console.log('docs/reference/commands.md is up to date');
else if (values.check) {
  console.error('docs/reference/commands.md differs from the verbs; run node scripts/command-docs.mjs');
  process.exit(1);
} else {
  writeFileSync(page, text);
  console.log('docs/reference/commands.md: written');
}
