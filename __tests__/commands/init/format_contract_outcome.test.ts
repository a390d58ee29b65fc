import type { ContractOutcome } from '../../../src/commands/init/create_contract.js';
import { formatInitSummary } from '../../../src/commands/init/format_contract_outcome.js';

const create = (reason: string, rest: Partial<ContractOutcome> = {}): ContractOutcome => ({
  ...{ commit: 'a'.repeat(40), subject: 'A change', state: 'skipped', reason, notes: [], wall_ms: 1, ...rest },
});

it('shows whole reasons: a colon within an address or behind one word does not end them', () => {
  const address = 'ssh://git@github.com/a/b.git cannot be reached from the sandbox';
  const refusal = 'ssh: connect to host github.com port 22: Connection refused';
  const outcomes = [create(refusal), ...[1, 2, 3].map(() => create(address, { lacking: true }))];
  expect(formatInitSummary(outcomes, undefined)).toEqual([
    '',
    '4 commits tried, 0 became contracts',
    `      1  ${refusal}`,
    'for what this machine lacks:',
    `      3  ${address}`,
  ]);
});

it('counts reasons that begin alike as one, the most frequent first, and shortens long ones', () => {
  const outcomes = [
    create('it changes tests only'),
    create('its tests stand in source files (src/a.rs)'),
    create('setup command "npm run build:all": no such script', { state: 'unproven' }),
    create(`setup command "npm run build:all": ${'x'.repeat(200)}`),
    create('1 test begins to pass', { state: 'proven' }),
  ];
  expect(formatInitSummary(outcomes, undefined).slice(1)).toEqual([
    '5 commits tried, 1 became a contract',
    '      2  setup command "npm run build:all": no such script (for example)',
    '      1  it changes tests only',
    '      1  its tests stand in source files (src/a.rs)',
  ]);
  const [long] = formatInitSummary([create(`no words ${'x'.repeat(200)}`)], undefined).slice(2);
  expect(long).toBe(`      1  no words ${'x'.repeat(151)}…`);
});
