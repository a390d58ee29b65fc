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

// Holds S1
describe('the house: src obeys its own rules', () => {
  it('has no complaint about src', () => {
    expect(checkHouse(join(import.meta.dirname, '..', 'src'))).toEqual([]);
  });
});

// Holds P4
describe('the rules of the house find what breaks them', () => {
  const cases: [rule: string, files: Record<string, string>, complaints: string[]][] = [
    [
      'every allowed direction is allowed',
      {
        'cli.ts': `import { argv, env } from 'node:process'; import './cli/options.js'; import './engine/verbs.js'; process.exit(argv.length + Number(env.X));`,
        'action.ts': `import * as core from '@actions/core'; import './action/inputs.js'; core.info('');`,
        'engine/verbs.ts': `import '../commands/run.js'; import '../action/inputs.js';`,
        'cli/options.ts': `import '../commands/run.js';`,
        'action/inputs.ts': `import '../commands/run.js';`,
        'commands/run.ts': `import '../publish/github/check.js'; import '../judge/gates.js'; import '../run/attempt.js';`,
        'publish/github/check.ts': `import '../../judge/gates.js'; import { readFile } from 'node:fs/promises'; new Date(); readFile('');`,
        'judge/gates.ts': `import type { Verdict } from '../record/verdict.js'; export type V = Verdict;`,
        'run/attempt.ts': `import '../record/verdict.js'; import '../gateway/relay.js'; import '../guard/guard.js'; Date.now();`,
        'gateway/relay.ts': `import '../network/proxy.js';`,
        'network/proxy.ts': `import '../workspace/layer.js';`,
        'workspace/layer.ts': `import '../sandbox/backend.js';`,
        'sandbox/backend.ts': `import '../record/verdict.js'; import '../system/lock.js';`,
        'guard/guard.ts': `import '../contract/schema.js';`,
        'record/verdict.ts': `import '../contract/schema.js'; import '../system/lock.js'; export type Verdict = string;`,
        'system/lock.ts': `import '../contract/schema.js';`,
        'contract/schema.ts': `// Date.now() and process.env in a comment are no offence\nexport const at = new Date(0);`,
      },
      [],
    ],
    [
      'observers and judges never import each other, not even a type, not even by re-export',
      {
        'run/a.ts': `import type { B } from '../judge/b.js'; export type A = B;`,
        'judge/b.ts': `export type B = string;`,
        'judge/c.ts': `export { d } from '../run/d.js';`,
        'run/d.ts': `export const d = 1;`,
        'publish/e.ts': `import '../workspace/f.js';`,
        'workspace/f.ts': '',
        'guard/g.ts': `import '../judge/b.js';`,
        'judge/h.ts': `import '../guard/g.js';`,
      },
      [
        'guard/g.ts: guard must not import judge (judge/b.ts)',
        'judge/c.ts: judge must not import run (run/d.ts)',
        'judge/h.ts: judge must not import guard (guard/g.ts)',
        'publish/e.ts: publish must not import workspace (workspace/f.ts)',
        'run/a.ts: run must not import judge (judge/b.ts)',
        'folder cycle: guard → judge → guard',
        'folder cycle: judge → run → judge',
      ].sort(),
    ],
    [
      'the floors below know nothing of what is built on them',
      {
        'record/a.ts': `import '../run/b.js'; import '../guard/g.js';`,
        'contract/a.ts': `import '../record/c.js';`,
        'sandbox/a.ts': `import '../workspace/b.js';`,
        'workspace/b.ts': '',
        'guard/g.ts': `import '../record/c.js';`,
        'run/b.ts': '',
        'record/c.ts': '',
      },
      [
        'contract/a.ts: contract must not import record (record/c.ts)',
        'folder cycle: guard → record → guard',
        'guard/g.ts: guard must not import record (record/c.ts)',
        'record/a.ts: record must not import guard (guard/g.ts)',
        'record/a.ts: record must not import run (run/b.ts)',
        'sandbox/a.ts: sandbox must not import workspace (workspace/b.ts)',
      ],
    ],
    [
      'an attempt is given guard, gateway, coordination and oracle, and imports nothing but their types',
      {
        'run/attempt/a.ts': `import type { Guard } from '../../guard/guard.js'; import { type Session, open } from '../coordination/open.js'; export const x = (guard: Guard, session: Session) => [guard, session, open];`,
        'run/attempt/stages/b.ts': `import '../../oracle/o.js'; import { type Session } from '../../coordination/open.js'; export type S = Session;`,
        'run/evaluation/e.ts': `import '../oracle/o.js'; import '../../guard/guard.js'; import '../attempt/c.js';`,
        'run/attempt/c.ts': '',
        'run/coordination/open.ts': 'export type Session = string; export const open = 1;',
        'run/oracle/o.ts': '',
        'guard/guard.ts': 'export type Guard = string;',
      },
      [
        'run/attempt/a.ts: an attempt is given run/coordination/open.ts and must not import it',
        'run/attempt/stages/b.ts: an attempt is given run/oracle/o.ts and must not import it',
      ],
    ],
    [
      'a folder outside the plan is refused',
      { 'cli.ts': `import './run/a.js';`, 'run/a.ts': '', 'services/a.ts': '', 'index.ts': '' },
      [
        'index.ts: is in src itself, which is no folder of the house',
        'services/a.ts: is in services, which is no folder of the house',
      ],
    ],
    [
      'folders side by side import one way, at every depth',
      {
        'run/a/x.ts': `import '../b/y.js';`,
        'run/b/y.ts': `import '../c/deep/z.js';`,
        'run/c/deep/z.ts': `import '../other/w.js';`,
        'run/c/other/w.ts': `import '../../a/v.js';`,
        'run/a/v.ts': `import '../top.js';`,
        'run/top.ts': '',
      },
      ['folder cycle: run/a → run/b → run/c → run/a'],
    ],
    [
      'a time limit is one that cannot be collected before it ends',
      { 'run/a.ts': `export const late = (other: AbortSignal) => AbortSignal.any([other, AbortSignal.timeout(9)]);` },
      ['run/a.ts: uses AbortSignal.timeout, which may be collected; use openTimeLimit'],
    ],
    [
      'a folder holds at most 25 files',
      Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`run/many/f${i}.ts`, ''])),
      ['run/many/: has 26 files, more than 25'],
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
        'cli.ts': `import './cli/terminal/create_console_writer.js'; const { stdout } = process; stdout.write('x');`,
        'cli/terminal/create_console_writer.ts': `export const say = (stdout: any) => stdout.write('x');`,
        'commands/a.ts': `process.stderr.write('x'); console.error('x'); export const f = (out: any) => out.log(JSON.stringify({}));`,
      },
      [
        'cli.ts: prints past cli/terminal/create_console_writer.ts: stdout.write',
        'commands/a.ts: only a shell may use process.stderr',
        'commands/a.ts: prints past cli/terminal/create_console_writer.ts: JSON.stringify of what is printed; jsonText is inert in a terminal',
        'commands/a.ts: prints past cli/terminal/create_console_writer.ts: console.error',
        'commands/a.ts: prints past cli/terminal/create_console_writer.ts: stderr.write',
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
