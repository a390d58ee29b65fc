// Writes the JSON Schemas of everything on disk to schema/, from the compiled zod schemas in lib/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonSchema } from '../lib/commands/schema.js';
import { schemaNames } from '../lib/commands/schema_names.js';
import { RUBRIC_VERSION } from '../lib/judge/rubric/score.js';
import { taxonomyLines } from '../lib/judge/rubric/taxonomy.js';
import { publishedRubric } from '../lib/judge/rubric/weights.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');
mkdirSync(join(root, 'schema'), { recursive: true });
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const files = {
  ...Object.fromEntries(schemaNames.map((name) => [`${name}.json`, json(jsonSchema(name))])),
  'failure_modes.jsonl': taxonomyLines(),
  'gated_rubric.json': json(publishedRubric(RUBRIC_VERSION)),
};
for (const [name, text] of Object.entries(files)) {
  const path = join(root, 'schema', name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`schema/${name} is not what src says: run npm run build`);
    process.exitCode = 1;
  }
}
