import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createGuard, shippedGuardRules } from '../../src/guard/create_guard.js';
import { ALL } from '../extent.js';
import { groupWhere, where } from '../machine.js';
import { readCorpus } from './corpus/corpus.js';
import { disguisedWords, inBraces, isPlain, LINE_DISGUISES, pickFrom, WORD_DISGUISES } from './disguises.js';

/** Commands that are disguised, and disguises that are tried in a real shell. */
const RUNS = Number(process.env.GATEBENCH_FUZZ_RUNS ?? (ALL ? 10_000 : 200));
const TRIED = Math.min(RUNS, ALL ? 300 : 20);

const isDenied = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict === 'deny';

/** Commands that are refused: examples of the rules, and the corpus. */
const REFUSED = [
  ...shippedGuardRules.flatMap(({ examples }) => examples.matches),
  ...readCorpus().flatMap(({ entry }) => ('command' in entry && !('folder' in entry) ? [entry.command] : [])),
].filter(
  (line): line is string =>
    typeof line === 'string' &&
    isDenied(line) &&
    // Killing what ps lists is refused where nothing else of the line chooses among it; a disguise may hold such a program.
    !/\bkill\b.*\bps\b|\bps\b.*\bkill\b/.test(line),
);

/** How a line is written: words in other ways, so deep; then ways to have it run. */
interface Recipe {
  depth: number;
  braces: boolean;
  lines: string[];
  seed: number;
}

const recipes: fc.Arbitrary<Recipe> = fc
  .record({
    depth: fc.nat(3),
    braces: fc.boolean(),
    lines: fc.array(fc.constantFrom(...Object.keys(LINE_DISGUISES)), { maxLength: 3 }),
    seed: fc.nat(0xffffffff),
  })
  // Three in all.
  .map(({ depth, lines, ...rest }) => ({
    ...rest,
    depth,
    lines: lines.slice(0, Math.max(depth === 0 ? 1 : 0, 3 - depth)),
  }));

function written(line: string, { depth, braces, lines, seed }: Recipe): string {
  const pick = pickFrom(seed);
  let now = line;
  if (isPlain(line) && depth > 0) now = disguisedWords(line, depth, pick, new Set());
  else if (isPlain(line) && braces) now = inBraces(line);
  for (const name of lines) now = LINE_DISGUISES[name]!.write(now, pick);
  return now;
}

// Holds A5
describe('a refused command that is made harder to read stays refused', () => {
  it('knows enough refused commands of every category', () => {
    expect(REFUSED.length).toBeGreaterThan(1_500);
    expect(REFUSED.filter(isPlain).length).toBeGreaterThan(500);
  });

  it(
    'by quoting, variables, braces, arithmetic, encodings and wrappers, in combination',
    () => {
      fc.assert(
        fc.property(fc.constantFrom(...REFUSED), recipes, (line, recipe) => {
          const disguised = written(line, recipe);
          return isDenied(disguised) || said(disguised);
        }),
        { numRuns: RUNS },
      );
    },
    Math.max(60_000, RUNS * 50),
  );
});

function said(disguised: string): never {
  throw new Error(`allowed: ${disguised}`);
}

groupWhere('bash')('the disguises do what the command does', () => {
  let room = '';
  beforeAll(() => {
    room = mkdtempSync(join(tmpdir(), 'gatebench-disguise-'));
  });
  afterAll(() => rmSync(room, { recursive: true, force: true }));

  const printed = (script: string) => {
    try {
      return execFileSync('bash', ['-c', script], { cwd: room, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  const line = 'echo a.b /c-d e:f';

  it.each(Object.keys(WORD_DISGUISES))('of words: %s', (name) => {
    for (let seed = 0; seed < 3; seed += 1) {
      const pick = pickFrom(seed);
      const words = line
        .split(' ')
        .map((text) => WORD_DISGUISES[name]!(text, pick, (inner) => ({ before: '', source: `'${inner}'` })));
      const script = words.map(({ before }) => before).join('') + words.map(({ source }) => source).join(' ');
      expect([script, printed(script)]).toEqual([script, 'a.b /c-d e:f\n']);
    }
  });

  const languages = (name: string) => ({ perl: ['perl'], python: ['python3'] })[name.split(' ')[0]!] ?? [];
  for (const name of Object.keys(LINE_DISGUISES).filter((name) => !LINE_DISGUISES[name]!.untried))
    where(...languages(name))(`of lines: ${name}`, () => {
      const script = LINE_DISGUISES[name]!.write(line, pickFrom(1));
      expect([script, printed(script)]).toEqual([script, 'a.b /c-d e:f\n']);
    });

  where('perl', 'python3')(
    'of both, in combination',
    () => {
      const tried = recipes.map((recipe) => ({
        ...recipe,
        lines: recipe.lines.filter((name) => !LINE_DISGUISES[name]!.untried),
      }));
      fc.assert(
        fc.property(tried, (recipe) => {
          const script = written(line, recipe);
          expect([script, printed(script).trim()]).toEqual([script, 'a.b /c-d e:f']);
        }),
        { numRuns: TRIED },
      );
    },
    Math.max(60_000, RUNS * 50),
  );
});
