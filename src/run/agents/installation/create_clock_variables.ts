import type { Contract } from '../../../contract/contract_schema.js';
import type { Manifest } from '../../../record/manifest/manifest.js';

/** Clock of an attempt, as the manifest states it. */
type DeclaredClock = NonNullable<Manifest['environment']['clock']>;

/** Variable by which the dynamic linker loads the library that holds the clock. */
const PRELOAD = 'LD_PRELOAD';

/**
 * Finds why the declared clock of a contract is not held.
 *
 * @param library path of libfaketime in the sandbox
 * @returns undefined if it is held, or none is declared
 */
export function findClockFault(
  { environment: { clock, variables, absent } }: Pick<Contract, 'environment'>,
  library: string | undefined,
): string | undefined {
  if (clock === 'real') return undefined;
  if (PRELOAD in variables || absent.includes(PRELOAD)) return `the contract declares ${PRELOAD} itself`;
  return library === undefined ? 'libfaketime is not in the sandbox' : undefined;
}

/** Describes the declared clock; undefined if the contract declares none. */
export function describeClock(
  contract: Pick<Contract, 'environment'>,
  library: string | undefined,
): DeclaredClock | undefined {
  const { clock: at } = contract.environment;
  if (at === 'real') return undefined;
  const fault = findClockFault(contract, library);
  return fault === undefined ? { at, held_by: 'libfaketime' } : { at, held_by: null, because: fault };
}

/**
 * Creates the variables under which programs of a session see the declared clock. It begins at the declared time when
 * the session is opened, and goes on. Timers run by the real clock. Static programs, and those that take a variable
 * away, see the real time.
 *
 * @param now real time at which the session is opened
 */
export function createClockVariables(
  contract: Pick<Contract, 'environment'>,
  library: string | undefined,
  now: Date,
): Record<string, string> {
  const { clock } = contract.environment;
  if (clock === 'real' || library === undefined || findClockFault(contract, library) !== undefined) return {};
  const offset_s = Math.round((Date.parse(clock) - now.getTime()) / 1000);
  return {
    [PRELOAD]: library,
    FAKETIME: `${offset_s < 0 ? '' : '+'}${offset_s}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
