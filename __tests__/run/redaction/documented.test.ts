import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseYaml } from '../../../src/contract/yaml_source.js';
import { backendSchema } from '../../../src/run/gateway/steering/backend.js';
import { shippedBackends } from '../../../src/run/gateway/steering/backends/shipped.js';
import { readSteeringCsv } from '../../../src/run/gateway/steering/steering_csv.js';
import { redactionOf } from '../../../src/run/redaction/redaction_file.js';

/** The first block of a language in a document. */
const block = (file: string, language: string) =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readFileSync(file, 'utf8'))![1]!;

describe('what the documents show is so', () => {
  it('docs/redaction.md: the file of rules', () => {
    const redaction = redactionOf(block('docs/redaction.md', 'yaml'), 'r.yml');
    expect(redaction.text('Customer-20417 at 10.2.3.4, ada@engine.org').value).toBe(
      'Customer-number-1 at [redacted:ip-address#1], ada@engine.org',
    );
  });

  it('docs/steering.md: the backend file is the shipped mapping for EasySteer, but for its name and fewer hookpoints', () => {
    const { value } = parseYaml(block('docs/steering.md', 'yaml'), 'own.yml', backendSchema);
    const shipped = shippedBackends.find(({ name }) => name === 'easysteer')!;
    expect(value).toEqual({ ...shipped, name: 'own', hookpoints: expect.any(Array), actions: expect.any(Object) });
    expect(z.object({ actions: z.looseObject({}) }).parse(value).actions).toEqual({
      add: 'direct',
      ablate: { as: 'erase', partly: 'the coefficient is not heeded' },
    });
  });

  it('docs/steering.md: the rows, and a line for each backend', () => {
    expect(readSteeringCsv(block('docs/steering.md', 'csv'), 's.csv')).toHaveLength(1);
    const text = readFileSync('docs/steering.md', 'utf8');
    expect(shippedBackends.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
