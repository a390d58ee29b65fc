// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom, write } from '../../given.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';
import { type EndedProcess, runBuilt } from '../start_built.js';

/**
 * The morning of a team: three contracts from its history, two agents compared on them with a model that is a script, and a change of
 * AGENTS.md that makes one of them better. No key, no option that is not in the README, nothing that costs money.
 */

afterAll(cleanUp);

/** A module with a fault, what mends it, and what its tests ask: the plain case, and the special one that fails today. */
interface Fault {
  subject: string;
  code: [wrong: string, right: string];
  cases: [plain: [call: string, value: unknown], special: [call: string, value: unknown]];
}

const FAULTS: Record<string, Fault> = {
  hours: {
    subject: 'A comma in hours gives NaN',
    code: ["Number(text.replace('h', ''))", "Number(text.replace('h', '').replace(',', '.'))"],
    cases: [
      ["'2h'", 2],
      ["'1,5h'", 1.5],
    ],
  },
  total: {
    subject: 'The sum of nothing is not a number',
    code: ['text.reduce((a, b) => a + b, NaN)', 'text.reduce((a, b) => a + b, 0)'],
    cases: [
      ['{ reduce: () => 42 }', 42],
      ['[40, 17]', 57],
    ],
  },
  share: {
    subject: 'Percentages above a hundred are kept',
    code: ['Math.max(0, text)', 'Math.min(100, Math.max(0, text))'],
    cases: [
      ['-7', 0],
      ['250', 100],
    ],
  },
};
const names = Object.keys(FAULTS);

const source = (name: string, fixed: boolean) =>
  `export const ${name} = (text) => ${FAULTS[name]!.code[fixed ? 1 : 0]};\n`;
const tests = (name: string, fixed: boolean) => {
  const titles = ['the plain case', 'the special case'].slice(0, fixed ? 2 : 1);
  const lines = titles.map((title, i) => {
    const [call, value] = FAULTS[name]!.cases[i]!;
    return `test('${name}: ${title}', () => assert.equal(${name}(${call}), ${JSON.stringify(value)}));\n`;
  });
  return [
    "import assert from 'node:assert/strict';\nimport test from 'node:test';\n",
    `import { ${name} } from '../src/${name}.js';\n\n`,
    ...lines,
  ].join('');
};
const files = (name: string, fixed: boolean) => ({
  [`src/${name}.js`]: source(name, fixed),
  [`test/${name}.test.js`]: tests(name, fixed),
});

/** A model that mends these modules, and others only where AGENTS.md says so. */
const model = (always: readonly string[], careful: readonly string[]) => {
  const mend = (name: string) =>
    `          printf '%s\\n' ${JSON.stringify(source(name, true).trim())} > src/${name}.js\n`;
  return [
    'turns:\n  - say: I mend what is broken.\n    calls:\n      - shell: |\n',
    ...always.map(mend),
    '          if grep -q careful AGENTS.md; then :\n',
    ...careful.map(mend),
    '          fi\n  - say: It is done.\n',
  ].join('');
};

function givenTeam(room: string): string {
  const clone = givenHistory(room, 'clone');
  const manifest = { name: 'texts', private: true, type: 'module', scripts: { test: 'node --test' } };
  commit(
    clone,
    {
      'package.json': JSON.stringify(manifest),
      'AGENTS.md': 'Be quick.\n',
      '.gitignore': 'gatebench-*\n',
      'models/steady.yml': model(names, []),
      'models/obedient.yml': model(names.slice(0, 1), names.slice(1)),
      ...Object.assign({}, ...names.map((name) => files(name, false))),
    },
    'First version',
  );
  for (const name of names) commit(clone, files(name, true), FAULTS[name]!.subject);
  return clone;
}

/** What a person reads of a plan: few lines, without a digest or a price. */
function expectShort({ code, log }: EndedProcess): void {
  const lines = log.split('\n').filter((line) => line !== '');
  expect([code, lines.length <= 15 || lines]).toEqual([0, true]);
  expect(log).toContain('no model is paid; nothing was run');
  expect(log).not.toMatch(/-[0-9a-f]{12}\b|USD|scratch/);
}

it('mines three contracts, compares two agents on them, and judges a change of AGENTS.md', async () => {
  const room = givenRoom();
  const clone = givenTeam(room);
  const start = (...argv: string[]) => runBuilt(clone, [...argv, '--cache', join(room, 'cache')]);

  // The first result needs no key and no option.
  const mined = await start('init', '--mine', '--max', '3', '--reruns', '2', '--mutants', '2');
  expect(mined).toMatchObject({ code: 0, log: expect.stringContaining('3 commits tried, 3 became contracts') });
  expect(mined.log).toMatch(/^✓ gatebench\.yml: written$/m);
  expectShort(await start('run', '--dry-run'));

  const path = join(clone, 'gatebench.yml');
  const agent = (name: string) =>
    `  - {name: ${name}, agent: loop, model: scripted, upstreams: ["script:models/${name}.yml"]}\n`;
  const suite = readFileSync(path, 'utf8').replace('agents: []\n', `agents:\n${agent('steady')}${agent('obedient')}`);
  writeFileSync(path, suite.replace('golden: true', 'golden: false').replace('trials: 3', 'trials: 1'));
  expectShort(await start('run', '--dry-run'));
  const compared = await start('run', '-j', '2');
  expect(compared).toMatchObject({ code: 0, error: expect.not.stringMatching(/\n\s+at /) });
  expect(compared.log).toMatch(/^steady +3 of 3 /m);
  expect(compared.log).toMatch(/^obedient +1 of 3 /m);
  expect(compared.log).toMatch(/^Answer: Success rate: not decided: \w+ against \w+, only 2 of 3 tasks differ/m);
  expect(compared.log).not.toMatch(/\bacts\b/);

  gitIn(clone, 'add', '-A');
  gitIn(clone, 'commit', '-q', '-m', 'Compare agents with gatebench');
  gitIn(clone, 'checkout', '-q', '-b', 'change');
  write(clone, { 'AGENTS.md': 'Be careful.\n' });
  gitIn(clone, 'commit', '-q', '-a', '-m', 'Agents are careful');
  const settings = ['compare', '--settings', '--agent', 'obedient'];
  expectShort(await start(...settings, '--dry-run'));
  const better = await start(...settings, '-j', '2');
  expect(better).toMatchObject({ code: 0, log: expect.stringContaining('REGRESSION GATE: NO REGRESSION') });
  expect(better.log).toMatch(/better in 2 of \d contracts/);
  expect(better.log).not.toMatch(/UNDECIDED|undecided for/);
});
