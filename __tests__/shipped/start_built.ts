import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa, type Options } from 'execa';
import type { AttemptResult } from '../../src/record/verdict/attempt_result.js';
import { BUILT_CLI } from '../built.js';

/** Outcome of a process: its exit status, and the text of both streams. */
export interface EndedProcess {
  code: number | undefined;
  log: string;
  error: string;
}

/** How every process of these tests is started: in a folder that is its home, and told by the environment only where npm installs from. */
const processOptions = (cwd: string) =>
  ({
    cwd,
    reject: false,
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('npm_config_'))),
    },
  }) satisfies Options;

/** Runs the command line that ships, or a copy of it, until it ends. */
export async function runBuilt(
  cwd: string,
  argv: readonly string[],
  input = '',
  program = BUILT_CLI,
): Promise<EndedProcess> {
  const options = { ...processOptions(cwd), input };
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...argv], options);
  return { code: exitCode, log: stdout, error: stderr };
}

/** Reads the results in an output folder, in the order of task and agent. */
export function readResults(folder: string): AttemptResult[] {
  const key = ({ contract, agent }: AttemptResult) => `${contract.id} ${agent.name}`;
  return readFileSync(join(folder, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AttemptResult)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** A server of the command line that ships, which is there until `end` asks it to stop. */
export interface StartedServer {
  /** What of its output says that it is ready. */
  ready: RegExpMatchArray;
  end(): Promise<EndedProcess>;
}

/** Starts the command line as a server, and waits until its output says that it is ready. */
export async function startBuilt(cwd: string, argv: readonly string[], ready: RegExp): Promise<StartedServer> {
  const child = execa(process.execPath, [BUILT_CLI, ...argv], { ...processOptions(cwd), stdin: 'ignore' });
  const ended = child.then(({ exitCode, stdout, stderr }) => ({ code: exitCode, log: stdout, error: stderr }));
  const found = new Promise<RegExpMatchArray>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const match = ready.exec(text);
        if (match) resolve(match);
      });
    }
  });
  const failed = ended.then(({ error }) => Promise.reject(new Error(`it is not there: ${error}`)));
  failed.catch(() => undefined);
  return {
    ready: await Promise.race([found, failed]),
    end() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
