import { describeBuildOutput } from '../../../src/judge/validation/describe_build_output.js';
import { execution } from '../rubric/given_record.js';

const log = (text: string) => ({ ...execution().stdout, head: text });

describe('of a build that fails', () => {
  it.each<[string, string, string, string | undefined]>([
    [
      'the first line that states an error is shown',
      '',
      'Building\na.ts(3,1): error TS2339: x\nb.ts(1,1): error TS1',
      'a.ts(3,1): error TS2339: x',
    ],
    [
      'errors are looked for in stderr first',
      'ld: undefined reference to `f`',
      'TypeError: y',
      'ld: undefined reference to `f`',
    ],
    ['the last line is shown where none states an error', '', 'one\ntwo\n\n', 'two'],
    ['nothing is shown where nothing was printed', '', '', undefined],
  ])('%s', (_, stderr, stdout, said) => {
    expect(describeBuildOutput({ ...execution(), stderr: log(stderr), stdout: log(stdout) })).toBe(said);
  });
});
