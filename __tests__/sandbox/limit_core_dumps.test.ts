import { execFileSync } from 'node:child_process';
import { buildRlimitPrefix } from '../../src/sandbox/build_rlimit_prefix.js';
import { CORE_BYTES, limitCoreDumps } from '../../src/sandbox/limit_core_dumps.js';

const limits = { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 20 };

describe('core dumps', () => {
  it('are limited once for all that this process starts, and commands then need no program for it', async () => {
    const core_limited = await limitCoreDumps();
    const inherited = execFileSync('/bin/sh', ['-c', 'grep core /proc/self/limits'], { encoding: 'utf8' });
    expect(/^Max core file size +1 +1 /.test(inherited)).toBe(core_limited);
    const prefix = buildRlimitPrefix(limits, { grouped: true, core_limited });
    expect(prefix).toEqual(core_limited ? [] : ['/usr/bin/prlimit', `--core=${CORE_BYTES}`, '--']);
  });

  it('are limited by each command where this process could not be', () => {
    expect(buildRlimitPrefix(limits, { grouped: true, core_limited: false })).toContain('--core=1');
  });

  it('are no reason to leave other limits out', () => {
    expect(buildRlimitPrefix(limits, { grouped: true, core_limited: true }, 5)).toEqual([
      ...['/usr/bin/prlimit', '--fsize=5', '--'],
    ]);
    expect(buildRlimitPrefix(limits, { grouped: false, core_limited: true }).join(' ')).toMatch(
      /--data=.* --nproc=64 --$/,
    );
  });
});
