import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import { NO_ABLATION } from '../../../src/contract/coordination/mechanism.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { openCoordinationSession } from '../../../src/run/coordination/open_coordination_session.js';
import { smallContract } from '../../given_task.js';
import { givenManifest } from '../../record/given_record.js';

describe('the desk of an attempt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-desk-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tells of a fault of ours that an agent met over MCP, when it is closed', async () => {
    const run = RunDirectory.create(join(folder, 'run'), givenManifest(), () => 0);
    const desk = openCoordinationSession({
      loaded: { contract: contractSchema.parse(smallContract()) },
      guard: {
        parse: () => ({ invocations: [] }),
        judge() {
          throw new TypeError('a rule without a match');
        },
      },
      ablation: NO_ABLATION,
      run,
    });
    const done = async () => ({ not_done: 'command_failed', message: '' }) as const;
    desk.bindTools({
      workspace: folder,
      run: done,
      edit: done,
      session: () => undefined,
      close: async () => undefined,
    });
    const asked = desk.performOverMcp({ agent: 'agent', operation: 'run_command', arguments: { command: 'ls' } });
    await expect(asked).rejects.toThrow();
    await expect(desk.close()).rejects.toThrow('a rule without a match');
  });
});
