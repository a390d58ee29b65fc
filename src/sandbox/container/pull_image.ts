import { execFile } from 'node:child_process';
import { type ContainerEngine, findFirstErrorLine } from './container_engine.js';
import { completeImageName } from './select_image_digest.js';

/** Longest time of a pull, in milliseconds: images of benchmarks have gigabytes. */
const TIMEOUT_MS = 60 * 60_000;

/**
 * Pulls an image from its registry, by its full name.
 *
 * @returns why there is none; undefined if it is there now
 */
export function pullImage(engine: ContainerEngine, name: string, signal: AbortSignal): Promise<string | undefined> {
  const reference = completeImageName(name)?.reference;
  if (reference === undefined) return Promise.resolve(`${JSON.stringify(name.slice(0, 120))} is no name of an image`);
  const settings = { timeout: TIMEOUT_MS, maxBuffer: 16 * 2 ** 20, cwd: '/', signal };
  return new Promise((resolve) => {
    execFile(engine.program, ['pull', '--quiet', '--', reference], settings, (error, _, stderr) => {
      if (error === null) return resolve(undefined);
      const said = error.killed ? `no answer after ${TIMEOUT_MS / 60_000} minutes` : findPullError(stderr);
      resolve(`${engine.name} cannot pull ${reference}: ${said || error.message.split('\n')[0]}`);
    });
  });
}

/** Finds the line that says why. Podman tells first what it tries. */
function findPullError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !/^(?:Trying to pull|Resolved|Getting image)/.test(line.trim()));
  return findFirstErrorLine(lines.join('\n')).replace(/^Error(?: response from daemon)?: /, '');
}
