import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkNames, type NameExceptions } from './house_names.js';
import { nameExceptions } from './name_exceptions.js';

const trees: string[] = [];
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

function givenTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'gatebench-names-'));
  trees.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const none: NameExceptions = { words: {}, unimported: {}, files: {} };

describe('the names of the house', () => {
  it('has no complaint about src', () => {
    expect(checkNames(join(import.meta.dirname, '..', 'src'), nameExceptions)).toEqual([]);
  });

  const cases: [rule: string, files: Record<string, string>, exceptions: NameExceptions, complaints: string[]][] = [
    [
      'a type and a value of one name, a re-export and names taken one by one are in order',
      {
        'a/verdict.ts': `export const verdict = 1; export type Verdict = number; export interface Gate {}`,
        'a/index.ts': `export { verdict } from './verdict.js'; export type { Verdict as V, Gate } from './verdict.js';`,
      },
      none,
      [],
    ],
    [
      'an exported name is unique',
      {
        'a/span.ts': `export interface Span {}`,
        'b/text_span.ts': `export type Span = number; export const textSpan = 1;`,
        'c.ts': `import type { Span } from './a/span.js'; import { textSpan, type Span as S } from './b/text_span.js';`,
      },
      none,
      ['a/span.ts: exports Span, as b/text_span.ts does'],
    ],
    [
      'a file exports something of its own name',
      {
        'a/rooms.ts': `export const layers = 1;`,
        'b.ts': `import { layers } from './a/rooms.js';`,
        'a/inner.ts': 'const x = 1;',
      },
      none,
      ['a/rooms.ts: exports nothing of its own name'],
    ],
    [
      'a participle, a gerund, a preposition and a function named Of name nothing',
      {
        'told.ts': `export interface Told {} export const asking = 1; export type Settled = 1; export function pathOf() {} export type SettledCost = 1;`,
        'b.ts': `import { asking, pathOf, type Settled, type SettledCost, type Told } from './told.js';`,
      },
      none,
      ['Settled', 'Told', 'asking', 'pathOf'].map(
        (name) => `told.ts: exports ${name}, which is neither a noun of the field nor a verb with its object`,
      ),
    ],
    [
      'somebody in the tree imports every export',
      {
        'gate.ts': `export const gate = 1; export const { width, height } = x; export class Door {}`,
        'b.ts': `import { width } from './gate.js';`,
      },
      none,
      ['Door', 'gate', 'height'].map((name) => `gate.ts: exports ${name}, which no other file of src imports`),
    ],
    [
      'what is loaded when it is needed counts as imported whole',
      { 'gate.ts': `export const gate = 1;`, 'b.ts': `const load = () => import('./gate.js');` },
      none,
      [],
    ],
    [
      'an exception is obeyed, and told when nothing needs it',
      { 'gate.ts': `export const gate = 1; export type Steering = 1;` },
      {
        words: { Steering: 'a term', Spending: 'a term' },
        unimported: { 'gate.ts#gate': 'an entry', 'gate.ts#Steering': 'an entry', 'gate.ts#door': 'gone' },
        files: { 'gone.ts': 'gone' },
      },
      ['Spending', 'gate.ts#door', 'gone.ts'].map((what) => `exceptions: ${what} is not in src`),
    ],
  ];

  it.each(cases)('%s', (_rule, files, exceptions, complaints) => {
    expect(checkNames(givenTree(files), exceptions)).toEqual([...complaints].sort());
  });
});
