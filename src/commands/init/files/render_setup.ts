import { omitEmpty, omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Project, ProjectCommand } from '../../../project/project.js';

/** Renders the setup of a contract; nothing if there are no commands. */
export function renderSetup(setup: readonly ProjectCommand[]): { setup?: object[] } {
  if (setup.length === 0) return {};
  return {
    setup: setup.map(({ run, network, inputs }) => ({
      run,
      ...omitEmpty({ network }),
      ...omitUndefined({ inputs }),
    })),
  };
}

/** Renders the environment of a contract. */
export const renderEnvironment = ({ tools, environment, lockfile }: Project): object =>
  omitEmpty({ tools, variables: environment, lockfiles: lockfile ? [lockfile] : [] });
