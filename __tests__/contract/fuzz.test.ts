import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { contractSchema } from '../../src/contract/contract_schema.js';
import { parseYaml } from '../../src/contract/input/parse_yaml.js';
import { UserError } from '../../src/contract/input/user_error.js';
import { FUZZ_MS, FUZZ_RUNS, mutated, place } from '../given_mutation.js';

const SEEDS = readdirSync('tasks', { recursive: true })
  .map(String)
  .filter((path) => /^(safety\/)?[^/]+\/contract\.yml$/.test(path))
  .map((path) => readFileSync(join('tasks', path), 'utf8'));

const KEYS = [...new Set(SEEDS.join('\n').match(/[a-z_]+(?=:)/g))];

/** What YAML gives a meaning to, and what programs in JavaScript trip over. */
const TOKENS = [
  ...KEYS,
  ...['{', '}', '[', ']', '[[', '{a: ', ',', ': ', '- ', '? ', '|', '>-', '"', "'", '#', '%', '@', '`', '\t', '\r'],
  ...[
    '&a',
    '*a',
    '&a [*a]',
    '<<: *a',
    '<<',
    '!!binary',
    '!!set',
    '!!omap',
    '!!timestamp',
    '!!js/function',
    '!<x>',
    '!',
  ],
  ...[
    '---',
    '...',
    '%YAML 9.9',
    '%TAG ! x:',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\0',
    '"\\0"',
    '"\\ud800"',
    '"\\x"',
    '=',
    '~',
  ],
  ...['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty', 'null', 'true', '.nan', '.inf', '-.inf'],
  ...[
    '0',
    '-1',
    '1e999',
    '0x7fffffffffffffff',
    '99999999999999999999',
    '2026-02-30',
    '1:30',
    '0o8',
    '10s',
    '1 GiB',
    '%s',
  ],
];

/** Whether the text is accepted. Anything but a value, or a complaint that says where, is thrown on. */
function isAccepted(text: string): boolean {
  try {
    const { value, lines } = parseYaml(text, 'contract.yml', contractSchema);
    expect([typeof value, typeof lines]).toEqual(['object', 'object']);
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.message).toMatch(/^contract\.yml(:[1-9]\d*:[1-9]\d* {2}|: )\S/);
    return false;
  }
}

const isContractOrMistake = (text: string) => void isAccepted(text);

describe('whatever the text, it is a contract or a mistake with its place', () => {
  it('starting from contracts that are accepted', () => {
    expect(SEEDS.map(isAccepted)).toEqual(SEEDS.map(() => true));
  });

  it(
    'for contracts with changed bytes, lines and words',
    () => {
      fc.assert(fc.property(mutated(SEEDS, TOKENS), isContractOrMistake), { numRuns: FUZZ_RUNS });
    },
    FUZZ_MS,
  );

  it(
    'for text made of what YAML is made of',
    () => {
      const indent = fc.nat(6).map((n) => `\n${' '.repeat(n)}`);
      const piece = fc.oneof(fc.constantFrom(...TOKENS), indent, fc.constantFrom(...KEYS.map((key) => `${key}: `)));
      const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
      fc.assert(fc.property(text, isContractOrMistake), { numRuns: FUZZ_RUNS });
    },
    FUZZ_MS,
  );

  it(
    'for any text',
    () => {
      fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), isContractOrMistake), {
        numRuns: FUZZ_RUNS,
      });
    },
    FUZZ_MS,
  );

  it(
    'for one piece many times over',
    () => {
      const repeated = fc
        .tuple(fc.constantFrom('', ...SEEDS), place, fc.constantFrom(...TOKENS), fc.nat(10_000), fc.boolean())
        .map(([seed, at, piece, times, lines]) => {
          const cut = Math.floor(at * seed.length);
          return seed.slice(0, cut) + `${piece}${lines ? '\n' : ''}`.repeat(times) + seed.slice(cut);
        });
      fc.assert(fc.property(repeated, isContractOrMistake), { numRuns: Math.ceil(FUZZ_RUNS / 10) });
    },
    FUZZ_MS,
  );
});
