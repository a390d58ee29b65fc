import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkHouse } from './house.js';

const trees: string[] = [];
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

function givenTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'gatebench-house-'));
  trees.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('the house: src obeys its own rules', () => {
  it('has no complaint about src', () => {
    expect(checkHouse(join(import.meta.dirname, '..', 'src'))).toEqual([]);
  });
});

describe('the rules of the house find what breaks them', () => {
  const cases: [rule: string, files: Record<string, string>, complaints: string[]][] = [
    [
      'every allowed direction is allowed',
      {
        'cli.ts': `import { argv, env } from 'node:process'; import './commands/run.js'; process.exit(argv.length + Number(env.X));`,
        'action.ts': `import * as core from '@actions/core'; import './commands/run.js'; core.info('');`,
        'commands/run.ts': `import '../publish/github/check.js'; import '../judge/gates.js'; import '../run/attempt.js'; import '../adapters/x/read.js';`,
        'publish/github/check.ts': `import '../../judge/gates.js'; import { readFile } from 'node:fs/promises'; new Date(); readFile('');`,
        'judge/gates.ts': `import type { Verdict } from '../record/verdict.js'; export type V = Verdict;`,
        'run/attempt.ts': `import '../record/verdict.js'; Date.now();`,
        'adapters/x/read.ts': `import '../../contract/schema.js'; import '../../record/verdict.js';`,
        'record/verdict.ts': `import '../contract/schema.js'; export type Verdict = string;`,
        'contract/schema.ts': `// Date.now() and process.env in a comment are no offence\nexport const at = new Date(0);`,
      },
      [],
    ],
    [
      'run and judge never import each other, not even a type, not even by re-export',
      {
        'run/a.ts': `import type { B } from '../judge/b.js'; export type A = B;`,
        'judge/b.ts': `export type B = string;`,
        'judge/c.ts': `export { d } from '../run/d.js';`,
        'run/d.ts': `export const d = 1;`,
      },
      ['judge/c.ts: judge must not import run (run/d.ts)', 'run/a.ts: run must not import judge (judge/b.ts)'],
    ],
    [
      'the record and the contract know nothing of what is built on them',
      {
        'record/a.ts': `import '../run/b.js';`,
        'contract/a.ts': `import '../record/c.js';`,
        'run/b.ts': '',
        'record/c.ts': '',
      },
      [
        'contract/a.ts: contract must not import record (record/c.ts)',
        'record/a.ts: record must not import run (run/b.ts)',
      ],
    ],
    [
      'a shell imports commands only, and a room outside the plan is refused',
      { 'cli.ts': `import './run/a.js';`, 'run/a.ts': '', 'services/a.ts': '', 'index.ts': '' },
      [
        'cli.ts: shells must not import run (run/a.ts)',
        'index.ts: is in src itself, which is no room of the house',
        'services/a.ts: is in services, which is no room of the house',
      ],
    ],
    [
      'only shells touch the environment, the arguments, the exit and @actions/core',
      {
        'commands/a.ts': `import { env } from 'node:process'; import { info } from '@actions/core'; info(env.X ?? process['argv'][0]); const { exit } = process; exit(1);`,
      },
      [
        'commands/a.ts: only a shell may use @actions/core',
        'commands/a.ts: only a shell may use process.argv',
        'commands/a.ts: only a shell may use process.env',
        'commands/a.ts: only a shell may use process.exit',
      ],
    ],
    [
      'nothing but the writer writes to a stream of the shell',
      {
        'cli.ts': `import './commands/console_writer.js'; const { stdout } = process; stdout.write('x');`,
        'commands/console_writer.ts': `export const say = (stdout: any) => stdout.write('x');`,
        'commands/a.ts': `process.stderr.write('x'); console.error('x'); export const f = (out: any) => out.log(JSON.stringify({}));`,
      },
      [
        'cli.ts: prints past commands/console_writer.ts: stdout.write',
        'commands/a.ts: only a shell may use process.stderr',
        'commands/a.ts: prints past commands/console_writer.ts: JSON.stringify of what is printed; jsonText is inert in a terminal',
        'commands/a.ts: prints past commands/console_writer.ts: console.error',
        'commands/a.ts: prints past commands/console_writer.ts: stderr.write',
      ],
    ],
    [
      'pure folders have no files, processes, network, clock, randomness or environment',
      {
        'contract/a.ts': `import { readFileSync } from 'node:fs'; readFileSync('');`,
        'judge/a.ts': `import { randomBytes } from 'node:crypto'; export const x = [Date.now(), Math.random(), new Date(), randomBytes(1), process.platform];`,
        'publish/report/a.ts': `import 'node:child_process'; import 'node:net'; import 'node:http'; fetch('');`,
      },
      [
        'contract/a.ts: is pure and must not use node:fs',
        'judge/a.ts: is pure and must not use Date.now',
        'judge/a.ts: is pure and must not use Math.random',
        'judge/a.ts: is pure and must not use new Date()',
        'judge/a.ts: is pure and must not use process',
        'judge/a.ts: is pure and must not use randomBytes',
        'publish/report/a.ts: is pure and must not use fetch',
        'publish/report/a.ts: is pure and must not use node:child_process',
        'publish/report/a.ts: is pure and must not use node:http',
        'publish/report/a.ts: is pure and must not use node:net',
      ],
    ],
    [
      'no dynamic import, no default export, no missing file',
      { 'run/a.ts': `export default await import('./b.js');`, 'run/b.ts': `import './c.js';` },
      [
        'run/a.ts: has a default export',
        'run/a.ts: has a dynamic import()',
        'run/b.ts: imports run/c.ts, which does not exist',
      ],
    ],
    [
      'a file has at most 400 lines and a name that says something',
      {
        'run/long.ts': '// line\n'.repeat(401),
        'run/limit.ts': '// line\n'.repeat(400),
        'run/pathUtils.ts': '',
        'run/helpers/a.ts': '',
      },
      [
        'run/helpers/a.ts: has a name that says nothing',
        'run/long.ts: has 401 lines, more than 400',
        'run/pathUtils.ts: has a name that says nothing',
      ],
    ],
    [
      'a cycle is told once, from its first file',
      {
        'run/a.ts': `import './b.js';`,
        'run/b.ts': `import './c.js';`,
        'run/c.ts': `import './a.js'; import './a.js';`,
        'run/entry.ts': `import './c.js';`,
      },
      ['import cycle: run/a.ts → run/b.ts → run/c.ts → run/a.ts'],
    ],
  ];

  it.each(cases)('%s', (_rule, files, complaints) => {
    expect(checkHouse(givenTree(files))).toEqual(complaints);
  });
});
