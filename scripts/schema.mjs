#!/usr/bin/env node
/** Writes the JSON Schemas of everything on disk to schema/, from the compiled zod schemas in lib/. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureLibrary } from './build/ensure-build.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'schema',
  command: 'node scripts/schema.mjs',
  purpose: 'Writes the JSON Schemas of what is on disk, and the published rubric, to schema/ from the compiled src/.',
  options: { check: { help: 'write nothing, and name the files that differ' } },
  exit: '0 written or the same, 1 a difference with --check.',
  example: 'node scripts/schema.mjs --check',
});
await ensureLibrary('schema');
const { checkTemplateText, createRubricTemplate } = await import('../lib/commands/schema/create_rubric_template.js');
const { createJsonSchema } = await import('../lib/commands/schema/create_json_schema.js');
const { OPTION_TABLE } = await import('../lib/commands/options/option_table.js');
const { RUBRIC_VERSION } = await import('../lib/judge/rubric/score_attempt.js');
const { createPublishedRubric } = await import('../lib/judge/rubric/scores/default_weights.js');
const { formatTaxonomyLines } = await import('../lib/judge/rubric/taxonomy/taxonomy.js');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
mkdirSync(join(root, 'schema'), { recursive: true });
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const files = {
  ...Object.fromEntries(OPTION_TABLE.schema.kind.choices.map((name) => [`${name}.json`, json(createJsonSchema(name))])),
  'failure_modes.jsonl': formatTaxonomyLines(),
  'eval_rubric_template.csv': createRubricTemplate(),
  'eval_rubric_template.sanity.json': json(checkTemplateText(createRubricTemplate(), 'eval_rubric_template.csv')),
  'gated_rubric.json': json(createPublishedRubric(RUBRIC_VERSION)),
};
for (const [name, text] of Object.entries(files)) {
  const path = join(root, 'schema', name);
  if (!values.check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`schema/${name} is not what src says: run npm run build`);
    process.exitCode = 1;
  }
}
