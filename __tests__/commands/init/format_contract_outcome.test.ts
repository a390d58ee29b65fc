import type { ContractOutcome } from '../../../src/commands/init/create_contract.js';
import { formatContractOutcome, formatInitSummary } from '../../../src/commands/init/format_contract_outcome.js';

const create = (reason: string, rest: Partial<ContractOutcome> = {}): ContractOutcome => ({
  ...{ commit: 'a'.repeat(40), subject: 'A change', state: 'skipped', reason, notes: [], wall_ms: 1, ...rest },
});

it('shows whole reasons: a colon within an address or behind one word does not end them', () => {
  const address = 'ssh://git@github.com/a/b.git cannot be reached from the sandbox';
  const refusal = 'ssh: connect to host github.com port 22: Connection refused';
  const outcomes = [create(refusal), ...[1, 2, 3].map(() => create(address, { lacking: true }))];
  expect(formatInitSummary(outcomes, {})).toEqual([
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
  expect(formatInitSummary(outcomes, {}).slice(1)).toEqual([
    '5 commits tried, 1 became a contract',
    '      2  setup command "npm run build:all": no such script (for example)',
    '      1  it changes tests only',
    '      1  its tests stand in source files (src/a.rs)',
  ]);
  const [long] = formatInitSummary([create(`no words ${'x'.repeat(200)}`)], {}).slice(2);
  expect(long).toBe(`      1  no words ${'x'.repeat(151)}…`);
});

it('names commits that were not begun, and why the walk ended', () => {
  const rest = [...'bcdefghijklmn'].map((letter) =>
    create('', { commit: letter.repeat(40), subject: letter, state: 'not begun' }),
  );
  const ended = 'the budget ended';
  const begun = create('the budget ended before it was done', { unfinished: true });
  const summary = formatInitSummary([begun, ...rest.slice(0, 2)], { ended });
  expect(summary).toEqual([
    '',
    '0 commits tried, 0 became contracts',
    '1 was begun and not done',
    '2 commits not begun: the budget ended',
    '  bbbbbbbb b',
    '  cccccccc c',
  ]);
  expect(formatInitSummary(rest, { ended }).at(-1)).toBe('  and 3 more');
});

it('says the strength of a proven contract, and how many have none', () => {
  const outcome = create('1 test begins to pass', { state: 'proven', strength: 'none', wall_ms: 139_000 });
  expect(formatContractOutcome(outcome)[0]).toBe('✓ aaaaaaaa A change: proven in 139 s, strength none');
  expect(formatInitSummary([outcome, create('it changes no test')], {}).slice(1, 3)).toEqual([
    '2 commits tried, 1 became a contract',
    '1 of 1 has strength none: a forged report could pass',
  ]);
});
