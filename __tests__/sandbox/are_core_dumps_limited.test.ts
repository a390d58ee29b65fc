import { setTimeout as pause } from 'node:timers/promises';
import { areCoreDumpsLimited } from '../../src/sandbox/are_core_dumps_limited.js';
import { buildRlimitPrefix } from '../../src/sandbox/build_rlimit_prefix.js';
import { CORE_BYTES } from '../../src/system/launcher/launcher.js';
import { runProgram } from '../../src/system/launcher/run_program.js';
import { getLauncherPid } from '../../src/system/launcher/start_program.js';
import { where } from '../machine.js';

const limits = { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 20 };

describe('core dumps', () => {
  const readOwnLimit = async () =>
    String((await runProgram('/bin/sh', ['-c', 'grep "Max core" /proc/self/limits'])).stdout);

  it('are limited for all that the launcher starts, and commands then need no program for it', async () => {
    const core_limited = await areCoreDumpsLimited();
    expect(core_limited).toBe(/^Max core file size +1 +1 /.test(await readOwnLimit()));
    const prefix = buildRlimitPrefix(limits, { grouped: true, core_limited });
    expect(prefix).toEqual(core_limited ? [] : ['/usr/bin/prlimit', `--core=${CORE_BYTES}`, '--']);
  });

  where('perl')('are limited again by the launcher that takes the place of one that ended', async () => {
    const before = await areCoreDumpsLimited();
    const ended = getLauncherPid()!;
    process.kill(ended, 'SIGKILL');
    while (getLauncherPid() === ended) await pause(1);
    expect(await areCoreDumpsLimited()).toBe(before);
    expect(/^Max core file size +1 +1 /.test(await readOwnLimit())).toBe(before);
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
