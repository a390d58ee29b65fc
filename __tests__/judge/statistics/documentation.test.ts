import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as analysis from '../../../src/library.js';

const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...values: unknown[]) => unknown;
const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples', 'statistics.js'), 'utf8');
const examples = [...text.matchAll(/^(.+?) \/\/ → (.+)$/gm)].map(([, code, result]) => [code!, result!] as const);

/** Numbers as the page prints them: four digits. */
function printed(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(4)) + 0;
  if (Array.isArray(value)) return value.map(printed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printed(part)]));
}

// Holds G2
describe('examples/statistics.js', () => {
  it.each(examples)('%s', async (code, result) => {
    const run = (expression: string) =>
      new AsyncFunction(...Object.keys(analysis), `return (${expression});`)(...Object.values(analysis));
    expect(printed(await run(code))).toEqual(await run(result));
  });

  it('has an example of every function that the index exports', () => {
    const shown = examples.map(([code]) => code).join('\n');
    // Made and handed over by CLEARFramework only.
    const parts = ['ClearMetrics', 'EvaluationContext'];
    const missing = Object.keys(analysis).filter(
      (name) => !parts.includes(name) && !new RegExp(`\\b${name}\\b`).test(shown),
    );
    expect(missing).toEqual([]);
  });
});
