import { join } from 'node:path';
import { createConsoleWriter } from '../../../src/cli/terminal/create_console_writer.js';
import { createAbsentEndpointListener } from '../../../src/commands/models/create_absent_endpoint_listener.js';
import { closeAll, givenScripted } from '../../gateway/given.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(async () => {
  await closeAll();
  await cleanUp();
});

describe('an upstream that has nothing under its address', () => {
  where('sandbox')(
    'is told at the start of a run and at the first request, with the whole address and what to write',
    async () => {
      const KEY = 'sk-Proof-7c1fA93e02Bd44';
      const room = givenRoom();
      const scripted = await givenScripted({ turns: [{ calls: [{ shell: 'submit' }] }] }, KEY);
      const at = `${scripted.url}api/paas/v4`;
      const order = {
        contracts: [await givenShellTask(room, 'absent')],
        agents: ['loop'],
        trials: 2,
        out: join(room, 'out'),
        models: { name: 'm', upstreams: [`local:${at}`], key_env: 'KEY' },
      };
      const { attempts, errors } = await ran(room, order, undefined, undefined, () => KEY);
      const said = errors.join('\n');
      expect(said).toContain(`: chat → ${at}/chat/completions`);
      expect(said).toContain(`GET ${at}/models is answered with status 404, and requests will go to ${at}/chat/`);
      expect(said.split(`answered status 404. POST ${at}/chat/completions: {"error"`)).toHaveLength(2);
      expect(said).not.toContain(KEY);
      expect(attempts).toHaveLength(2);
      for (const seen of attempts) expect(seen.of('termination')[0]!.payload.code).toBe('agent-error');
    },
  );

  it('is told in whole lines', () => {
    const parts: string[] = [];
    const stream = { write: (part: string) => void parts.push(part) };
    const { error } = createConsoleWriter({ stdout: stream, stderr: stream, colour: false, watched: false });
    const payload = { code: 'upstream-status', status: 404, detail: 'POST http://h/v1/x: gone' };
    createAbsentEndpointListener(error)({ type: 'response', payload } as never);
    expect(parts.join('')).toMatch(
      /^a model's server answered status 404\. POST .*gone\n {2}If that is the wrong path.*\n$/,
    );
  });

  it('is shown without what would move a terminal', () => {
    const lines: string[] = [];
    const payload = { code: 'upstream-status', status: 404, detail: 'POST http://h/v1/x: \u001b[2Jgone' };
    createAbsentEndpointListener((line) => lines.push(line))({ type: 'response', payload } as never);
    expect(lines[0]).toContain('POST http://h/v1/x: ');
    expect(lines[0]).not.toContain('\u001b');
  });
});
