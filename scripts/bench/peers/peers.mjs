/**
 * Other harnesses on the same job: none of them isolates a case. They are installed from npm into a cache of the user,
 * without install scripts, and are no dependency of this project.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { minimalEnvironment, timed } from '../measure.mjs';

/** Newest versions that run on the Node of this project. */
const PEERS = {
  'vitest-evals': {
    packages: ['vitest-evals@0.16.1', 'vitest@4.1.11', 'ai@6.0.326', 'zod@4.6.7', 'tinyrainbow@3.2.0'],
    files: {
      'vitest.config.mjs': `import { side } from './case.mjs';
export default { test: { include: ['*.eval.mjs'], testTimeout: 600000, maxConcurrency: side } };
`,
      'job.eval.mjs': `import { createHarness, describeEval } from 'vitest-evals';
import { expect } from 'vitest';
import { cases, runCase, side } from './case.mjs';
const harness = createHarness({
  name: 'bench',
  run: async ({ input }) => ({
    events: [{ type: 'message', role: 'user', content: String(input) }],
    output: { passed: await runCase(input) },
  }),
});
describeEval('bench', { harness }, (it) => {
  (side > 1 ? it.concurrent : it).for(cases)('case %i', async (number, { run }) => {
    expect((await run(number)).output.passed).toBe(true);
  });
});
`,
    },
    argv: ['node_modules/vitest/vitest.mjs', 'run'],
  },
  evalite: {
    packages: ['evalite@0.19.0', 'vitest@4.1.11'],
    files: {
      'evalite.config.mjs': `import { createInMemoryStorage } from 'evalite/in-memory-storage';
import { side } from './case.mjs';
export default { storage: () => createInMemoryStorage(), testTimeout: 600000, maxConcurrency: side, scoreThreshold: 100 };
`,
      'job.eval.ts': `import { evalite } from 'evalite';
import { cases, runCase } from './case.mjs';
evalite('bench', {
  data: cases.map((number) => ({ input: number })),
  task: (number) => runCase(number),
  scorers: [{ name: 'passed', scorer: ({ output }) => (output ? 1 : 0) }],
});
`,
    },
    argv: ['node_modules/evalite/dist/bin.js', '--hideTable'],
  },
  promptfoo: {
    packages: ['promptfoo@0.121.20'],
    files: {
      'provider.mjs': `import { runCase } from './case.mjs';
export default class {
  id() { return 'bench'; }
  async callApi(_, { vars }) { return { output: String(await runCase(vars.number)) }; }
}
`,
      'promptfooconfig.mjs': `import { cases } from './case.mjs';
export default {
  providers: ['file://provider.mjs'],
  prompts: ['{{number}}'],
  tests: cases.map((number) => ({ vars: { number }, assert: [{ type: 'equals', value: 'true' }] })),
};
`,
    },
    argv: (side) => [
      ...['node_modules/promptfoo/dist/src/entrypoint.js', 'eval', '-c', 'promptfooconfig.mjs', '--no-cache'],
      ...['--no-write', '--no-table', '--no-progress-bar', '-j', String(side)],
    ],
  },
};

/**
 * Installs the peers that this machine can have.
 *
 * @returns by name, a function that runs the job of a subject: how many cases, how many side by side
 */
export function installPeers() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const found = {};
  for (const [name, peer] of Object.entries(PEERS)) {
    const folder = join(cache, 'gatebench-bench', peer.packages[0]);
    try {
      install(folder, peer.packages);
    } catch (error) {
      console.log(
        `-      ${name} cannot be installed here: ${
          String(error.stderr || error.message)
            .trim()
            .split('\n')[0]
        }`,
      );
      continue;
    }
    copyFileSync(new URL('case.mjs', import.meta.url), join(folder, 'case.mjs'));
    for (const [file, text] of Object.entries(peer.files)) writeFileSync(join(folder, file), text);
    found[name] = (root) => async (cases, side) => {
      const argv = typeof peer.argv === 'function' ? peer.argv(side) : peer.argv;
      const log = join(root, 'peer-cases.log');
      rmSync(log, { force: true });
      const taken = await timed(process.execPath, argv, {
        cwd: folder,
        env: {
          ...minimalEnvironment(),
          ...{ BENCH_ROOT: root, BENCH_CASES: String(cases), BENCH_SIDE: String(side), CI: '1' },
          ...{ PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1' },
          PROMPTFOO_CONFIG_DIR: join(folder, 'state'),
        },
      });
      const passed = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line === 'passed').length;
      if (passed !== cases) throw new Error(`${name} ran ${passed} of ${cases} cases`);
      return taken;
    };
  }
  return found;
}

/** Installs packages into a folder unless it has them. A folder that is there is whole. */
function install(folder, packages) {
  const list = JSON.stringify({ private: true, type: 'module', installed: packages });
  if (existsSync(join(folder, 'package.json')) && readInstalled(folder) === packages.join(' ')) return;
  const fresh = `${folder}.${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), list);
  try {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--silent'];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: fresh, stdio: ['ignore', 'ignore', 'pipe'] });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const readInstalled = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).installed?.join(' ');
