import type { ProjectCommand } from '../../../project/project.js';

/** Memory of addresses that installations could not reach, so that none is asked again for the same dependencies. */
export interface ReachMemory {
  /**
   * Notes the address that a setup could not reach.
   * @param asked text of all dependencies that the installation asks for
   */
  note(setup: readonly ProjectCommand[], asked: string, address: string | undefined): void;
  /** Explains why a setup cannot work; undefined if nothing is known. */
  explain(setup: readonly ProjectCommand[], asked: string): string | undefined;
}

/**
 * Creates an empty memory. A setup that leaves dependencies out is not held to what the others could not reach. What
 * one source could not give says nothing of setups that ask another one.
 */
export function createReachMemory(): ReachMemory {
  const addresses = new Map<string, string>();
  const sources = new Map<string, string>();
  return {
    note(setup, asked, address) {
      if (address === undefined) return;
      const source = findSource(setup);
      if (source !== undefined) sources.set(source, address);
      else if (installsEverything(setup)) addresses.set(asked, address);
    },
    explain(setup, asked) {
      const address =
        sources.get(findSource(setup) ?? '') ?? (installsEverything(setup) ? addresses.get(asked) : undefined);
      return address === undefined ? undefined : `${address} cannot be reached from the sandbox`;
    },
  };
}

const findSource = (setup: readonly ProjectCommand[]): string | undefined =>
  setup.map(({ source }) => source).find((source) => source !== undefined);

/** Tells whether a setup asks for all dependencies, so that one that cannot be fetched ends it. */
function installsEverything(setup: readonly ProjectCommand[]): boolean {
  return setup.some(({ network, left_out }) => network.length > 0 && left_out === undefined);
}
