import { join } from 'node:path';
import { type DiskReadings, withDiskMeter } from '../../../src/run/proof/disk_meter.js';
import { noneBackend } from '../../../src/run/sandbox/none.js';
import { ownedFolder } from '../../../src/run/workspace/cache.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

describe('a backend with a disk meter', () => {
  const run = async (upper: boolean) => {
    const room = givenRoom();
    const readings: DiskReadings = new Map();
    const [workspace, reports] = [ownedFolder(join(room, 'tree')), ownedFolder(join(room, 'reports'))];
    const session = await withDiskMeter(noneBackend(), readings).open({
      workspace,
      ...(upper ? { upper: workspace } : {}),
      writable_mounts: { [reports]: '/run/gatebench' },
      limits: { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 20 },
      environment: { PATH: '/usr/bin:/bin' },
    });
    const shell = (script: string) => session.exec({ argv: ['/bin/sh', '-c', script], timeout_ms: 20_000 });
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
