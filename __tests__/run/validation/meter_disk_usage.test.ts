import { join } from 'node:path';
import { type DiskReadings, meterDiskUsage } from '../../../src/run/validation/meter_disk_usage.js';
import { createUnisolatedBackend } from '../../../src/sandbox/unisolated/create_unisolated_backend.js';
import { createOwnedFolder } from '../../../src/workspace/cache/workspace_cache.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

describe('a backend with a disk meter', () => {
  const run = async (upper: boolean) => {
    const room = givenRoom();
    const readings: DiskReadings = new Map();
    const [workspace, reports] = [createOwnedFolder(join(room, 'tree')), createOwnedFolder(join(room, 'reports'))];
    const session = await meterDiskUsage(createUnisolatedBackend(), readings).open({
      workspace,
      ...(upper ? { upper: workspace } : {}),
      writable_mounts: { [reports]: '/run/gatebench' },
      limits: { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 20 },
      environment: { PATH: '/usr/bin:/bin' },
    });
    const shell = (script: string) => session.exec({ argv: ['/bin/sh', '-c', script], timeout_ms: 600_000 });
    const ended = [await shell("REPORT='/x'\ntrue"), await shell('head -c 100000 /dev/zero > file')];
    await session.close();
    return { readings, exits: ended.map(({ exit_code }) => exit_code) };
  };

  it('knows what workspace and reports had grown to after each command, by the line of the contract', async () => {
    const { readings, exits } = await run(true);
    const [[nothing], [written]] = [readings.get('true')!, readings.get('head -c 100000 /dev/zero > file')!];
    expect(exits).toEqual([0, 0]);
    expect(written! - nothing!).toBeGreaterThanOrEqual(100_000);
    expect(written! - nothing!).toBeLessThan(120_000);
  });

  it('measures nothing where the whole tree would have to be counted', async () => {
    const { readings, exits } = await run(false);
    expect([exits, readings.size]).toEqual([[0, 0], 0]);
  });
});
