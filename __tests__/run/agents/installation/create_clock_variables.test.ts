import type { Contract } from '../../../../src/contract/contract_schema.js';
import {
  createClockVariables,
  describeClock,
  findClockFault,
} from '../../../../src/run/agents/installation/create_clock_variables.js';

type ClockTerms = Parameters<typeof describeClock>[0];

const AT = '2024-05-01T12:00:00Z';
const LIBRARY = '/lib/libfaketime.so.1';

/** Parts of a contract that declare a clock, and variables of commands. */
function given(
  environment: Partial<Contract['environment']> = {},
  commands: { setup?: object[]; build?: object[]; acceptance?: object[]; canary?: object | string } = {},
): ClockTerms {
  const { setup = [], build = 'none', acceptance = [], canary } = commands;
  return {
    environment: { clock: AT, variables: {}, absent: [], ...environment },
    ...{ setup, build, acceptance, oracle: { canary } },
  } as unknown as ClockTerms;
}

const step = (name: string) => [{ run: 'date', environment: { [name]: '' } }];

it('a clock is given as a difference to the real time of the session', () => {
  const variables = createClockVariables(given(), LIBRARY, new Date('2024-05-01T12:01:30Z'));
  expect(variables).toMatchObject({ LD_PRELOAD: LIBRARY, FAKETIME: '-90s' });
  // Never before the declared time.
  const later = createClockVariables(given(), LIBRARY, new Date('2024-05-01T12:01:30.900Z'));
  expect(later.FAKETIME).toBe('-90s');
  expect(describeClock(given(), LIBRARY)).toEqual({ at: AT, held_by: 'libfaketime' });
  expect(createClockVariables(given(), undefined, new Date())).toEqual({});
  expect(describeClock(given(), undefined)).toMatchObject({ held_by: null });
});

it.each([
  ['a variable of all commands', 'FAKETIME', given({ variables: { FAKETIME: '' } })],
  ['programs that it skips', 'FAKETIME_SKIP_CMDS', given({ variables: { FAKETIME_SKIP_CMDS: 'date' } })],
  ['a switch of the library', 'NO_FAKE_STAT', given({ variables: { NO_FAKE_STAT: '1' } })],
  ['another library', 'LD_PRELOAD', given({ variables: { LD_PRELOAD: '' } })],
  ['an absent variable', 'FAKETIME', given({ absent: ['FAKETIME'] })],
  ['a setup step', 'FAKETIME', given({}, { setup: step('FAKETIME') })],
  ['a check of the build', 'DONT_FAKE_MONOTONIC', given({}, { build: step('DONT_FAKE_MONOTONIC') })],
  ['a check', 'LD_PRELOAD', given({}, { acceptance: step('LD_PRELOAD') })],
  ['the canary', 'FAKETIME', given({}, { canary: step('FAKETIME')[0]! })],
])('a contract that sets the clock library itself has no held clock: %s', (_, name, contract) => {
  const because = `the contract declares ${name} itself`;
  expect(findClockFault(contract, LIBRARY)).toBe(because);
  expect(describeClock(contract, LIBRARY)).toEqual({ at: AT, held_by: null, because });
  expect(createClockVariables(contract, LIBRARY, new Date())).toEqual({});
});

it('other variables of a contract leave the clock held, and one without a clock has no fault', () => {
  const variables = { LD_LIBRARY_PATH: '/lib', MY_FAKETIME: '1', TZ: 'UTC' };
  expect(findClockFault(given({ variables }, { canary: 'false' }), LIBRARY)).toBeUndefined();
  expect(findClockFault(given({ clock: 'real', variables: { FAKETIME: '' } }), undefined)).toBeUndefined();
});
