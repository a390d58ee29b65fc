import { requireOptions } from '../../../../src/cli/options/require_options.js';
import { initOptionsSchema } from '../../../../src/commands/init/setup/init_options.js';

const read = (options: object) => requireOptions(initOptionsSchema.safeParse(options));

describe('init refuses options that would have no effect', () => {
  it.each([{ from_commit: ['HEAD'] }, { from_pr: [3] }, { from_range: 'a..b' }, { mine: true }])(
    'such as those of the setup beside %j',
    (commits) => {
      for (const [name, value] of Object.entries({
        project: 'a',
        test: 'make check',
        install: 'make',
        report: 'junit',
      })) {
        const given = name === 'report' ? { test: 'make check', report: value } : { [name]: value };
        const told = name === 'report' ? 'test' : name;
        expect(() => read({ ...commits, ...given })).toThrow(`--${told}: is for setting a repository up: leave it out`);
        expect(read(given)).toMatchObject(given);
      }
      expect(read(commits)).toMatchObject(commits);
    },
  );

  it('such as a report without the command that writes it', () => {
    expect(() => read({ report: 'junit' })).toThrow('--report: says what the command of the tests writes: name that');
    expect(read({ report: 'junit', test: 'make check' })).toMatchObject({ report: 'junit' });
  });
});

it.each(['10', '0.5'])('init refuses the budget %s, which has no unit', (budget) => {
  expect(() => read({ budget })).toThrow(`--budget: is a number without a unit: write ${budget}s or ${budget}m`);
  expect(read({ budget: `${budget}m` }).budget).toBe(Number(budget) * 60_000);
});
