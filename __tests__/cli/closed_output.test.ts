// Needs: sandbox
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_CLI } from '../built.js';
import { cleanUp, givenRoom } from '../given.js';
import { givenShellTask } from '../given_task.js';

afterAll(cleanUp);

describe('a reader that goes away (`gatebench run … | head -1`)', () => {
  it('neither stops the run nor turns its exit status green', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'task');
    const order = ['run', contract, '--agent', 'noop', '--trials', '3', '--out', join(room, 'out')];
    const child = spawn('node', [BUILT_CLI, ...order, '--cache', join(room, 'cache')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number];
    const results = readFileSync(join(room, 'out', 'results.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect([code, results.length]).toEqual([1, 3]);
  });
});
