import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';

/** What a command has said. */
export interface Said {
  code: number | string;
  out: string;
  err: string;
}

/** A room with two shell tasks of two strata and a suite over them that is a pilot: an agent that solves them, one that does not, two baselines. */
export async function givenPilotSuite(changes: Record<string, unknown> = {}) {
  const room = mkdtempSync(join(tmpdir(), 'gatebench-pilot-'));
  chmodSync(room, 0o755);
  for (const [id, stratum] of [
    ['easy', 'a'],
    ['hard', 'b'],
  ] as const)
    await givenShellTask(room, id, { contract: { metadata: { tier: 1, strata: { size: stratum } } } });
  const put = (file: string, text: string) => writeFileSync(join(room, file), text);
  put('good.patch', GOLDEN);
  put('bad.patch', GOLDEN.replace('+right', '+left'));
  mkdirSync(join(room, 'people'));
  for (const id of ['easy', 'hard']) put(`people/${id}.patch`, GOLDEN);
  const suite = {
    schema: 1,
    name: 'small',
    contracts: ['*/contract.yml'],
    agents: [
      { name: 'good', agent: 'patch:good.patch' },
      { name: 'bad', agent: 'patch:bad.patch' },
    ],
    baselines: { noop: true, human: { patches: 'people', minutes: { easy: 6, hard: 12 }, usd_per_hour: 10 } },
    trials: 2,
    budget: { total_usd: 10, run_usd: 2 },
    analysis: { strata: ['size'] },
    pilot: {},
    ...changes,
  };
  put('gatebench.yml', stringify(suite));
  const say = async (...argv: string[]): Promise<Said> => {
    const lines = { out: [] as string[], err: [] as string[] };
    const terminal = { columns: 200, colour: false };
    const streams = {
      signal: new AbortController().signal,
      log: (text: string) => lines.out.push(text),
      error: (text: string) => lines.err.push(text),
      terminal,
    };
    let code: number | string;
    try {
      code = await runCommandLine(argv, streams, { cwd: room, search_path: process.env.PATH ?? '', user: 'tester' });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      code = error.message;
    }
    return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
  };
  return { room, put, say, suite };
}
