import { TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { pickOption, type Verb } from '../options/verb.js';
import { RUNS_ARGUMENT } from './study_options.js';

/** Verb that verifies records. */
export const verifyVerb: Verb = {
  name: 'verify',
  help: 'check that records are whole and unchanged',
  args: [RUNS_ARGUMENT],
  options: [
    {
      flag: '--head <hash>',
      kind: TEXT,
      help: 'head that was published for the run, or root that was published for the output folder',
    },
    { flag: '--prove <attempt>', kind: TEXT, help: 'print the proof that the output folder has this attempt' },
    { flag: '--proof <file>', kind: TEXT, help: 'proof that the run is among those under the root of --head' },
    {
      flag: '--bundle <file>',
      kind: TEXT,
      help: 'attestation of the output folder, as GitHub hands it out (needs the two below)',
    },
    { flag: '--trusted-root <file>', kind: TEXT, help: 'authorities and logs to trust: gh attestation trusted-root' },
    {
      flag: '--signer <identity>',
      kind: TEXT,
      help: 'workflow that must have signed, as an address; * stands for any characters',
    },
    {
      flag: '--issuer <url>',
      kind: TEXT,
      help: 'who must have issued its identity',
      default: 'https://token.actions.githubusercontent.com',
    },
    pickOption('json', { help: 'one JSON object per run' }),
  ],
  more:
    'Example:\n  ' +
    'gatebench verify gatebench-out --head ROOT\n  ' +
    'gatebench verify gatebench-out --bundle bundle.jsonl --trusted-root root.jsonl --signer ' +
    '"https://github.com/OWNER/REPO/*"\n  ' +
    'gatebench verify gatebench-out --prove ID > proof.json\n  ' +
    'gatebench verify runs/ID --proof proof.json --head ROOT\n' +
    'Exit codes: 0 sealed, or reduced as its ledger says · 1 changed after it was written · 2 your mistake · ' +
    '3 unfinished, or of another version',
  async run({ runs, ...options }: { runs: string[]; json: boolean }, { out, shell }) {
    const { verifyRuns } = await verbs.verify();
    return verifyRuns(runs, options, out, shell.cwd);
  },
};
