// Writes the JSON Schemas of everything on disk to schema/, from the compiled zod schemas in lib/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonSchema } from '../lib/commands/schema.js';
import { schemaNames } from '../lib/commands/schema_names.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');
mkdirSync(join(root, 'schema'), { recursive: true });
for (const name of schemaNames) {
  const path = join(root, 'schema', `${name}.json`);
  const text = `${JSON.stringify(jsonSchema(name), null, 2)}\n`;
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`schema/${name}.json is not what src says: run npm run build`);
    process.exitCode = 1;
  }
}
