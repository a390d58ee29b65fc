import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { ProjectCommand } from '../../../project/project.js';

/** Renders the setup of a contract; nothing if there are no commands. */
export function renderSetup(setup: readonly ProjectCommand[]): { setup?: object[] } {
  if (setup.length === 0) return {};
  return {
    setup: setup.map(({ run, network, inputs }) => ({
      run,
      ...(network.length > 0 ? { network } : {}),
      ...omitUndefined({ inputs }),
    })),
  };
}
