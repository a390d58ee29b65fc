import { integer } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import type { Verb } from '../options/verb.js';

/** Verb that shows a run in a browser. */
export const viewVerb: Verb = {
  name: 'view',
  help: 'show a run in a browser, also while it goes on: prints the address, until it is interrupted',
  args: [
    ['[folder]', 'output folder of `run` or of `report` (default: gatebench-out)'],
    ['[other]', 'output folder of another run, whose agents stand beside those of the first'],
  ],
  options: [{ flag: '-p, --port <n>', kind: integer(), help: 'port of 127.0.0.1, 0 = any', default: 0 }],
  more:
    'Only this machine can open the address, and only with the token in it. Nothing is written, and no other ' +
    'address is asked.\n' +
    'Examples:\n  gatebench view gatebench-out\n  gatebench view monday tuesday',
  async run(values: object, { out, shell }) {
    const { viewResults, viewOptionsSchema } = await verbs.view();
    return viewResults(requireOptions(viewOptionsSchema.safeParse(values)), out, shell.cwd);
  },
};
