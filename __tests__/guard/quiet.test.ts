import fc from 'fast-check';
import { createGuard } from '../../src/guard/create_guard.js';
import { guardLevels } from '../../src/guard/guard.js';
import { ALL } from '../extent.js';
import { readCorpus } from './corpus/corpus.js';

const RUNS = Number(process.env.GATEBENCH_FUZZ_RUNS ?? (ALL ? 3000 : 1_000));

type Level = (typeof guardLevels)[number];

/** Returns the rule that refuses a command at a level; undefined if none does. */
function findRefusal(command: string, level: Level): string | undefined {
  const answer = createGuard().judge({ command }, { trust: 2, level });
  return answer.verdict === 'deny' ? answer.rule : undefined;
}

/** Commands that are allowed at a level. A comment alone cannot stand in a group. */
const allowed = new Map<Level, readonly string[]>(
  guardLevels.map((level) => [
    level,
    readCorpus().flatMap(({ entry }) =>
      'command' in entry &&
      entry.label !== 'destructive' &&
      !/^\s*#/.test(entry.command) &&
      findRefusal(entry.command, level) === undefined
        ? [entry.command]
        : [],
    ),
  ]),
);

/** Words without quotes, variables, patterns and assignments. */
const PLAIN = /^[\w@%+:,./-]+( [\w@%+:,./-]+)*$/;

const inPlain = (change: (line: string) => string) => (line: string) => (PLAIN.test(line) ? change(line) : line);
const inArguments = (change: (word: string) => string) =>
  inPlain((line) =>
    line
      .split(' ')
      .map((word, index) => (index === 0 ? word : change(word)))
      .join(' '),
  );

/** Changes a line that a group does not: `set -e` is another thing in one, and a last backslash joins lines. */
const inGroup = (change: (line: string) => string) => (line: string) =>
  /\bset -\w*e|\\$/.test(line) ? line : change(line);

/** Ways to make a line longer that change nothing of what it does. */
const LENGTHENINGS: Readonly<Record<string, (line: string) => string>> = {
  'a comment before it': (line) => `# rm -rf / would be wrong here\n${line}`,
  'a comment behind it': (line) => `${line}\n# git push --force`,
  'a text before it': (line) => `echo 'step 1: delete nothing'; ${line}`,
  'a listing before it': inGroup((line) => `ls && {\n${line}\n}`),
  'a status before it': (line) => `git status; ${line}`,
  'success before it': (line) => `true; ${line}`,
  'the folder before it': (line) => `pwd\n${line}`,
  'a group around it': inGroup((line) => `{\n${line}\n}`),
  // Behind a here-document, they would make its end another word.
  'blanks around it': (line) => (line.includes('\n') ? line : `  ${line}  `),
  'single quotes': inArguments((word) => `'${word}'`),
  'double quotes': inArguments((word) => `"${word}"`),
  backslashes: inArguments((word) => word.replace(/^[a-z]/, '\\$&')),
  'further lines': inPlain((line) => line.replaceAll(' ', ' \\\n  ')),
  'further blanks': inPlain((line) => line.replaceAll(' ', '   ')),
};

// Holds A5
describe('a line that is allowed stays so when it becomes longer without doing more', () => {
  it.each(guardLevels)('at the level %s', (level) => {
    const lines = allowed.get(level)!;
    fc.assert(
      fc.property(
        fc.nat(lines.length - 1),
        fc.array(fc.constantFrom(...Object.keys(LENGTHENINGS)), { minLength: 1, maxLength: 3 }),
        (index, names) => {
          const line = names.reduce((text, name) => LENGTHENINGS[name]!(text), lines[index]!);
          expect({ line, refusal: findRefusal(line, level) }).toEqual({ line, refusal: undefined });
        },
      ),
      { numRuns: RUNS },
    );
  });
});
