// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';
import { CLIENT } from './model_client.js';

afterAll(cleanUp);

const onFullDisk = where('root');

/** Takes all that is left of a small disk. */
function fill(disk: string): void {
  let n = 0;
  for (let size = 4 * 2 ** 20; size >= 1; size = Math.floor(size / 2))
    try {
      writeFileSync(join(disk, `filling-${n++}`), Buffer.alloc(size));
    } catch {
      // Full by so much.
    }
}

onFullDisk(
  'a disk that is full in the middle of an attempt lets no request pass that is not in the record',
  async () => {
    const room = givenRoom();
    const disk = join(room, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', disk]);
    const asked: string[] = [];
    // Longer than what is left of the last page of a log, so that it cannot be written down.
    const call = {
      id: 'c',
      type: 'function',
      function: { name: 'bash', arguments: '{"command":"echo right > value"}' },
    };
    const message = (n: number) => ({ role: 'assistant', content: `${n} `.repeat(5000), tool_calls: [call] });
    const upstream = createServer((request, response) => {
      if (request.method === 'GET') return void response.end('{"data":[]}');
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        asked.push(body);
        if (asked.length === 2) fill(disk);
        response.setHeader('content-type', 'application/json');
        const usage = { prompt_tokens: 10, completion_tokens: 5 };
        response.end(
          JSON.stringify({
            model: 'm',
            choices: [{ message: message(asked.length), finish_reason: 'tool_calls' }],
            usage,
          }),
        );
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    try {
      const budget = { memory: '1GiB', processes: 64, disk: '64MiB', usd: 1000 } as const;
      const contract = await givenShellTask(room, 'full', { repo: { 'client.mjs': CLIENT }, contract: { budget } });
      const failed = await ran(room, {
        contracts: [contract],
        agents: ['command:for i in 1 2 3; do node client.mjs; done'],
        out: join(disk, 'out'),
        models: { name: 'm', upstreams: [`local:${url}`] },
      }).catch((error: Error) => error.message);
      expect(failed).toMatch(/records cannot be written to .*: no space is left on its device/);
      for (const name of readdirSync(disk)) if (name.startsWith('filling-')) rmSync(join(disk, name));
      const runs = join(disk, 'out/runs');
      const [run, ...others] = readdirSync(runs);
      const { standing, faults, events } = verifyRun(join(runs, run!));
      // The record is what it is: whole as far as it goes, and not sealed.
      expect([others, standing, faults]).toEqual([[], 'unsealed', []]);
      const sent = selectEvents(events, 'prompt').map(({ payload }) => [payload.exchange, payload.upstream !== null]);
      expect(sent).toEqual([
        [1, true],
        [2, true],
      ]);
      expect(asked).toHaveLength(2);
      expect(selectEvents(events, 'response').map(({ payload }) => payload.exchange)).toEqual([1]);
    } finally {
      upstream.close();
      upstream.closeAllConnections();
      execFileSync('umount', ['-l', disk]);
    }
  },
);
