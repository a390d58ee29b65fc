import { stringify } from 'yaml';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import { parseYaml } from '../../../src/contract/input/parse_yaml.js';
import { type ContractInput, smallContract, tapCheck } from '../../given_task.js';

/** What reading a contract complains of, without its place; undefined = nothing. */
function complaint(changes: Partial<ContractInput>): string | undefined {
  try {
    parseYaml(stringify(smallContract(changes)), 'contract.yml', contractSchema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const entry = { test: 'the rest is kept', reason: 'races with the clock', owner: 'me', expires: '2026-12-31' };
const quarantined = (changes: Partial<ContractInput['acceptance'][number]>) =>
  complaint({ acceptance: [tapCheck({ quarantine: [entry], ...changes })] });

describe('pass_to_pass', () => {
  it('is a list or "all", and a mistyped "all" is told', () => {
    expect(complaint({ acceptance: [tapCheck({ pass_to_pass: 'all' })] })).toBeUndefined();
    expect(complaint({ acceptance: [tapCheck({ pass_to_pass: 'al' as 'all' })] })).toMatch(
      /^contract\.yml:\d+:19 {2}acceptance\.0\.pass_to_pass: "al" is not one of all/,
    );
    expect(complaint({ acceptance: [tapCheck({ pass_to_pass: [7 as unknown as string] })] })).toMatch(
      /acceptance\.0\.pass_to_pass\.0: is read as a number: put it in quotes$/,
    );
  });

  it('needs a report, and is "all" in acceptance only', () => {
    expect(complaint({ acceptance: [{ id: 'unit', run: 'true', pass_to_pass: 'all' }] })).toMatch(
      /required tests need a report format/,
    );
    expect(complaint({ build: [{ id: 'b', run: 'make', report: 'tap', pass_to_pass: 'all' }] })).toMatch(
      /build\.0\.pass_to_pass: "all" belongs to checks under `acceptance` only: list the tests$/,
    );
  });
});

describe('a quarantine', () => {
  it.each<[string, string[] | 'all']>([
    ['the name as it is required', ['the rest is kept']],
    ['all tests are required', 'all'],
    ['a pattern that has it', ['the rest *']],
    ['a file or a test with rows that has it', ['the rest']],
  ])('is of a required test: %s', (_, pass_to_pass) => {
    expect(quarantined({ pass_to_pass })).toBeUndefined();
  });

  it('of anything else is a mistake, with its place', () => {
    expect(quarantined({ pass_to_pass: ['another'] })).toMatch(
      /^contract\.yml:\d+:\d+ {2}acceptance\.0\.quarantine\.0\.test: "the rest is kept" is no required test of this check: write it as fail_to_pass or pass_to_pass has it$/,
    );
    expect(quarantined({ quarantine: [entry, entry] })).toMatch(/"the rest is kept" is in quarantine twice$/);
  });

  it('leaves something that decides', () => {
    expect(quarantined({ fail_to_pass: [] })).toMatch(/every required test is in quarantine: nothing would decide$/);
  });

  it.each(['2026-02-31', 'tomorrow', '2026-1-1'])('ends on a day: %s is none', (expires) => {
    expect(quarantined({ quarantine: [{ ...entry, expires }] })).toMatch(/quarantine\.0\.expires: must be a day/);
  });

  it('belongs to acceptance', () => {
    const built = tapCheck({ id: 'b', quarantine: [entry] });
    expect(complaint({ build: [built] })).toMatch(/`quarantine` belongs to checks under `acceptance` only$/);
  });
});

describe('a printed log', () => {
  it('needs its runner, which belongs to nothing else', () => {
    const check = tapCheck({ fail_to_pass: ['a'] });
    expect(complaint({ acceptance: [{ ...check, report: 'log' }] })).toMatch(
      /acceptance\.0\.log: `report: log` needs the runner/,
    );
    expect(complaint({ acceptance: [{ ...check, log: 'cargo' }] })).toMatch(
      /`log` belongs to checks with `report: log` only$/,
    );
    expect(complaint({ acceptance: [{ ...check, report: 'log', log: 'cargo' }] })).toBeUndefined();
  });
});

describe('`accept`', () => {
  it('needs required tests, and belongs to acceptance', () => {
    expect(complaint({ acceptance: [tapCheck({ fail_to_pass: [], pass_to_pass: [], accept: ['skipped'] })] })).toMatch(
      /`accept` is for required tests/,
    );
    const built = tapCheck({ id: 'b', accept: ['skipped'] });
    expect(complaint({ build: [built] })).toMatch(/`accept` belongs to checks under `acceptance` only$/);
  });
});
