import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseYaml } from '../../../src/contract/input/parse_yaml.js';
import { shippedSteeringBackends } from '../../../src/gateway/steering/shipped_steering_backends.js';
import { steeringBackendSchema } from '../../../src/gateway/steering/steering_backend_spec.js';
import { readSteeringFile } from '../../../src/gateway/steering/steering_vector_adapter.js';
import { readRedaction } from '../../../src/run/redaction/read_redaction.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

/** The block of a language in a document that begins with a text. */
const block = (file: string, language: string, beginning: string) =>
  new RegExp(`\`\`\`${language}\n(${beginning}[^]*?)\`\`\``).exec(readFileSync(file, 'utf8'))![1]!;

describe('what the documents show is so', () => {
  it('docs/records.md: the file of rules', () => {
    const redaction = readRedaction('r.yml', write(givenRoom(), { 'r.yml': block('docs/records.md', 'yaml', 'on:') }));
    expect(redaction.text('Customer-20417 at 10.2.3.4, ada@engine.org').value).toBe(
      'Customer-number-1 at [redacted:ip-address#1], ada@engine.org',
    );
  });

  it('docs/agents.md: the backend file is the shipped mapping for EasySteer, but for its name and fewer hookpoints', () => {
    const { value } = parseYaml(block('docs/agents.md', 'yaml', 'name: own'), 'own.yml', steeringBackendSchema);
    const shipped = shippedSteeringBackends.find(({ name }) => name === 'easysteer')!;
    expect(value).toEqual({ ...shipped, name: 'own', hookpoints: expect.any(Array), actions: expect.any(Object) });
    expect(z.object({ actions: z.looseObject({}) }).parse(value).actions).toEqual({
      add: 'direct',
      ablate: { as: 'erase', partly: 'the coefficient is not heeded' },
    });
  });

  it('docs/agents.md: the rows, and a line for each backend', () => {
    const room = write(givenRoom(), { 's.csv': block('docs/agents.md', 'csv', 'loader') });
    expect(readSteeringFile('s.csv', room).rows).toHaveLength(1);
    const text = readFileSync('docs/agents.md', 'utf8');
    expect(shippedSteeringBackends.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
