import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_ABLATION } from '../../../src/contract/mechanisms.js';
import { contractSchema } from '../../../src/contract/schema.js';
import { RunDirectory } from '../../../src/record/run_directory.js';
import { openDesk } from '../../../src/run/coordination/open_desk.js';
import { smallContract } from '../../given_task.js';
import { givenManifest } from '../../record/given_record.js';

describe('the desk of an attempt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-desk-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tells of a fault of ours that an agent met over MCP, when it is closed', async () => {
    const run = RunDirectory.create(join(folder, 'run'), givenManifest(), () => 0);
    const desk = openDesk({
      loaded: { contract: contractSchema.parse(smallContract()) },
      rules: [{ shown: 'rules.yml', text: 'rules: nonsense', sha256: '0'.repeat(64) }],
      ablation: NO_ABLATION,
      run,
    });
    const asked = desk.performOverMcp({ agent: 'agent', operation: 'check_locks', arguments: {} });
    await expect(asked).rejects.toThrow();
    await expect(desk.close()).rejects.toThrow('rules.yml');
  });
});
