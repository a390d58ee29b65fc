import type { Contract } from '../../../contract/contract_schema.js';
import type { Manifest } from '../../../record/manifest/manifest.js';

/** Clock of an attempt, as the manifest states it. */
type DeclaredClock = NonNullable<Manifest['environment']['clock']>;

/** Parts of a contract that decide whether its declared clock is held. */
type ClockTerms = Pick<Contract, 'environment' | 'setup' | 'build' | 'acceptance' | 'oracle'>;

/** Variable by which the dynamic linker loads the library that holds the clock. */
const PRELOAD = 'LD_PRELOAD';

/** Variables that load the library or tell it what to do: a contract with one of its own has another clock. */
const CLOCK_VARIABLE = /^(?:LD_PRELOAD$|FAKETIME|DONT_FAKE|NO_FAKE)/;

/**
 * Finds why the declared clock of a contract is not held.
 *
 * @param library path of libfaketime in the sandbox
 * @returns undefined if it is held, or none is declared
 */
export function findClockFault(contract: ClockTerms, library: string | undefined): string | undefined {
  if (contract.environment.clock === 'real') return undefined;
  const declared = listDeclaredVariables(contract).find((name) => CLOCK_VARIABLE.test(name));
  if (declared !== undefined) return `the contract declares ${declared} itself`;
  return library === undefined ? 'libfaketime is not in the sandbox' : undefined;
}

/** Lists the variables that a contract declares, for all sessions and for single commands. */
function listDeclaredVariables({ environment, setup, build, acceptance, oracle }: ClockTerms): string[] {
  const canary = typeof oracle.canary === 'object' ? [oracle.canary] : [];
  const commands = [...setup, ...(build === 'none' ? [] : build), ...acceptance, ...canary];
  return [
    ...Object.keys(environment.variables),
    ...environment.absent,
    ...commands.flatMap((command) => Object.keys(command.environment)),
  ];
}

/** Describes the declared clock; undefined if the contract declares none. */
export function describeClock(contract: ClockTerms, library: string | undefined): DeclaredClock | undefined {
  const { clock: time } = contract.environment;
  if (time === 'real') return undefined;
  const fault = findClockFault(contract, library);
  return fault === undefined ? { at: time, held_by: 'libfaketime' } : { at: time, held_by: null, because: fault };
}

/**
 * Creates the variables under which programs of a session see the declared clock. It begins at the declared time when
 * the session is opened, and goes on. Timers run by the real clock. Static programs, and those that take a variable
 * away, see the real time.
 *
 * @param now real time at which the session is opened
 */
export function createClockVariables(
  contract: ClockTerms,
  library: string | undefined,
  now: Date,
): Record<string, string> {
  const { clock } = contract.environment;
  if (clock === 'real' || library === undefined || findClockFault(contract, library) !== undefined) return {};
  // Whole seconds, and never before the declared time.
  const offset_s = Math.ceil((Date.parse(clock) - now.getTime()) / 1000);
  return {
    [PRELOAD]: library,
    FAKETIME: `${offset_s < 0 ? '' : '+'}${offset_s}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
