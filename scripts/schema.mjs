// Writes the JSON Schemas of everything on disk to schema/, from the compiled zod schemas in lib/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTemplateText, createRubricTemplate } from '../lib/commands/rubric/show_rubric.js';
import { createJsonSchema } from '../lib/commands/schema/create_json_schema.js';
import { schemaNames } from '../lib/commands/schema/schema_names.js';
import { RUBRIC_VERSION } from '../lib/judge/rubric/score_attempt.js';
import { createPublishedRubric } from '../lib/judge/rubric/scores/default_weights.js';
import { formatTaxonomyLines } from '../lib/judge/rubric/taxonomy/taxonomy.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');
mkdirSync(join(root, 'schema'), { recursive: true });
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const files = {
  ...Object.fromEntries(schemaNames.map((name) => [`${name}.json`, json(createJsonSchema(name))])),
  'failure_modes.jsonl': formatTaxonomyLines(),
  'eval_rubric_template.csv': createRubricTemplate(),
  'eval_rubric_template.sanity.json': json(checkTemplateText(createRubricTemplate(), 'eval_rubric_template.csv')),
  'gated_rubric.json': json(createPublishedRubric(RUBRIC_VERSION)),
};
for (const [name, text] of Object.entries(files)) {
  const path = join(root, 'schema', name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`schema/${name} is not what src says: run npm run build`);
    process.exitCode = 1;
  }
}
