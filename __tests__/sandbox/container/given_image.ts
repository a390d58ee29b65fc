import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GivenFiles, givenRoom, write } from '../../given.js';
import type { GivenEngine } from './given.js';

/**
 * Makes an image of the test image and further files, by their paths from its root.
 *
 * @param changes lines of a Dockerfile, such as `ENV A=b`
 * @param script shell lines that root runs in it, for what is no plain file
 * @returns its id, and what removes it
 */
export function givenImage(
  { engine, image }: GivenEngine,
  name: string,
  files: GivenFiles,
  changes: string[] = [],
  script?: string,
) {
  const room = givenRoom();
  write(room, files);
  const call = (...options: string[]) =>
    execFileSync(engine, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 120_000 }).trim();
  const container = `gatebench-made-${randomBytes(6).toString('hex')}`;
  call('create', '--name', container, '--network', 'none', image, '/bin/sh', '-ec', script ?? ':');
  try {
    for (const folder of readdirSync(room)) call('cp', join(room, folder), `${container}:/`);
    if (script !== undefined) call('start', '--attach', container);
    call('commit', ...changes.flatMap((line) => ['--change', line]), container, name);
  } finally {
    call('rm', '--force', container);
  }
  const id = call('image', 'inspect', '--format', '{{.Id}}', name).replace('sha256:', '');
  return { id: `sha256:${id}`, remove: () => void call('rmi', '--force', name) };
}
