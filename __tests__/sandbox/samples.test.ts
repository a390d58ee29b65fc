// Needs: sandbox
import { findCgroups } from '../../src/sandbox/cgroup/find_cgroups.js';
import type { ResourceSample, SandboxBackend } from '../../src/sandbox/sandbox_backend.js';
import { createUnisolatedBackend } from '../../src/sandbox/unisolated/create_unisolated_backend.js';
import { bubblewrap, givenFolder, MiB, order, removeFolders } from './given.js';

afterAll(removeFolders);

const measured = findCgroups() !== undefined;

describe.each<[string, () => SandboxBackend]>([
  ['bubblewrap', () => bubblewrap()],
  ['no sandbox', () => createUnisolatedBackend({ state_dir: givenFolder() })],
])('samples of a running command in %s', (_, backend) => {
  it('say how it stands, again and again until it ends', async () => {
    const workspace = givenFolder();
    const session = await backend().open(
      order(workspace, {
        upper: workspace,
        limits: { memory_bytes: 256 * MiB, processes: 64, output_bytes: MiB, disk_bytes: 64 * MiB },
      }),
    );
    const samples: ResourceSample[] = [];
    const enough = new AbortController();
    const whole = (sample: ResourceSample) => sample.output_bytes === 6 && (sample.disk_bytes ?? 0) > 3 * MiB;
    const result = await session.exec({
      argv: ['/bin/sh', '-c', 'echo hello; head -c 4000000 /dev/zero > big; sleep 60'],
      timeout_ms: 600_000,
      signal: enough.signal,
      sample_ms: 20,
      on_sample: (sample) => {
        samples.push(sample);
        if (whole(sample)) enough.abort(new Error('seen enough'));
      },
    });
    await session.close();
    const last = samples.at(-1)!;
    expect([result.cause, result.detail, whole(last)]).toEqual(['cancelled', 'seen enough', true]);
    expect(samples.length).toBeGreaterThan(3);
    expect(samples.map(({ wall_ms }) => wall_ms)).toEqual(samples.map(({ wall_ms }) => wall_ms).sort((a, b) => a - b));
    const kinds = ({ cpu_ms, memory_bytes, processes }: ResourceSample) =>
      [cpu_ms, memory_bytes, processes].map((value) => typeof value);
    expect(kinds(last)).toEqual(measured ? ['number', 'number', 'number'] : ['object', 'object', 'object']);
    if (measured) expect([last.memory_bytes! > 0, last.processes! > 0]).toEqual([true, true]);
  });
});
