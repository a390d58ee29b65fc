import { determineExitCause } from '../../../src/sandbox/execution/determine_exit_cause.js';

type Ending = Parameters<typeof determineExitCause>[0];

const plain: Ending = { stop: undefined, status: 0, oom_kills: 0, cpu_rlimit: false, file_rlimit: false };

describe('a command ends with exactly one cause', () => {
  it.each<[string, Partial<Ending>, ReturnType<typeof determineExitCause>]>([
    ['a status is an exit', { status: 0 }, { cause: 'exit', exit_code: 0, signal: null }],
    ['127 is an exit', { status: 127 }, { cause: 'exit', exit_code: 127, signal: null }],
    ['128 is an exit: there is no signal 0', { status: 128 }, { cause: 'exit', exit_code: 128, signal: null }],
    ['255 is an exit: there is no signal 127', { status: 255 }, { cause: 'exit', exit_code: 255, signal: null }],
    ['128+n is a signal', { status: 137 }, { cause: 'signal', exit_code: 137, signal: 'SIGKILL' }],
    ['no status at all is a kill', { status: null }, { cause: 'signal', exit_code: null, signal: 'SIGKILL' }],
    [
      'our own reason counts before everything else',
      { status: 137, oom_kills: 1, stop: { cause: 'timeout', detail: 'still running after 5 ms' } },
      { cause: 'timeout', exit_code: null, signal: 'SIGKILL', detail: 'still running after 5 ms' },
    ],
    [
      'a kill at the memory limit is named when the command did not get over it',
      { status: 1, oom_kills: 2 },
      { cause: 'oom', exit_code: 1, signal: null, detail: 'the kernel killed 2 process(es) at the memory limit' },
    ],
    ['a survived kill at the memory limit is not', { oom_kills: 1 }, { cause: 'exit', exit_code: 0, signal: null }],
    [
      'SIGXCPU is the CPU limit when there is one',
      { status: 152, cpu_rlimit: true },
      {
        cause: 'cpu-limit',
        exit_code: 152,
        signal: 'SIGXCPU',
        detail: 'a process reached the CPU time limit (RLIMIT_CPU)',
      },
    ],
    ['and a signal otherwise', { status: 152 }, { cause: 'signal', exit_code: 152, signal: 'SIGXCPU' }],
    [
      'SIGXFSZ is the disk limit when files are limited',
      { status: 153, file_rlimit: true },
      {
        cause: 'disk-limit',
        exit_code: 153,
        signal: 'SIGXFSZ',
        detail: 'a process wrote a file as long as the disk limit (RLIMIT_FSIZE)',
      },
    ],
    ['and else a signal of its own', { status: 153 }, { cause: 'signal', exit_code: 153, signal: 'SIGXFSZ' }],
  ])('%s', (_, ending, expected) => {
    expect(determineExitCause({ ...plain, ...ending })).toEqual(expected);
  });
});
