import { join } from 'node:path';
import { type InitOutcome, initRepository } from '../../../src/commands/init/init_repository.js';
import { initOptionsSchema } from '../../../src/commands/init/setup/init_options.js';
import type { ProgressReporter } from '../../../src/commands/io/progress_reporter.js';
import { type GivenFiles, givenRoom } from '../../given.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

export const cache = join(givenRoom(), 'cache');

const MANIFEST = JSON.stringify({ name: 'math', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } });
export const test = (title: string, actual: string, expected: string) =>
  `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport * as math from '../src/math.js';\n` +
  `test('${title}', () => assert.equal(${actual}, ${expected}));\n`;
export const BASE: GivenFiles = {
  'package.json': MANIFEST,
  'src/math.js': 'export const add = (a, b) => a - b;\nexport const half = (a) => a / 2;\n',
  'test/half.test.js': test('halves', 'math.half(8)', '4'),
};
export const FIX: GivenFiles = {
  'src/math.js': 'export const add = (a, b) => a + b;\nexport const half = (a) => a / 2;\n',
  'test/add.test.js': `${test('adds', 'math.add(2, 19)', '21')}test('adds negatives', () => assert.equal(math.add(-3, -9), -12));\n`,
};

/** A repository with a fault, and the commit that mends it. */
export function givenFix(
  fix: GivenFiles = FIX,
  message = 'fix: sums of two numbers are wrong (#4)',
): { repo: string; id: string } {
  const repo = givenHistory();
  commit(repo, BASE, 'first');
  return { repo, id: commit(repo, fix, message) };
}

/** Progress that passes on what each step does and how far it is. */
function createListener(tell: (text: string) => void, name = ''): ProgressReporter {
  const begin = (text: string) => {
    tell(text);
    return createListener(tell, text);
  };
  return {
    begin,
    enter: (text) => (text === undefined ? undefined : begin(text)),
    update: ({ text, done, of }) => tell(`${text ?? name} ${done} of ${of}`),
    end: () => {},
  };
}

/** Runs `init` in a repository. @param tell takes what its progress says */
export async function init(
  repo: string,
  options: Record<string, unknown>,
  signal = new AbortController().signal,
  tell?: (text: string) => void,
): Promise<InitOutcome & { lines: string[] }> {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const context = {
    log: say,
    error: say,
    signal,
    progress: tell && createListener(tell),
    terminal: { columns: 100, colour: false },
  };
  const order = initOptionsSchema.parse({
    ...{ repo, cache, out: 'out', reruns: 1, mutants: 2, search_path: process.env.PATH },
    ...options,
  });
  return { ...(await initRepository(order, context, repo)), lines };
}
