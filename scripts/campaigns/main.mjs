#!/usr/bin/env node
/** Long trials of what tests sample, each of which counts faults. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { ensureBundles } from '../build/ensure-build.mjs';
import { readCommandLine } from '../terminal/read-command-line.mjs';
import { runDiskCampaign } from './disk.mjs';
import { runKillCampaign } from './kill.mjs';
import { runReplayCampaign } from './replay.mjs';
import { runShardCampaign } from './shards.mjs';
import { runFuzzCampaign, runGithubCampaign } from './tests.mjs';

const CAMPAIGNS = {
  fuzz: { run: runFuzzCampaign, help: 'every fuzzer with 10,000 cases per input' },
  kill: { run: runKillCampaign, help: '`kill -9` over suites in three sandboxes, resumed' },
  github: { run: runGithubCampaign, help: 'every request of publishing meets every fault' },
  disk: { run: runDiskCampaign, help: 'a disk that is full at each write' },
  replay: { run: runReplayCampaign, help: "attempts at the project's own tasks are recorded and replayed" },
  shards: { run: runShardCampaign, help: '5,000 attempts over 256 jobs, a third of which is lost and run again' },
};
const NAMES = Object.keys(CAMPAIGNS);

const { values, positionals } = readCommandLine({
  name: 'campaign',
  purpose:
    'Makes long trials of what the tests sample, and ends with the number of faults. Without a name all are made, which takes hours.',
  positional: {
    name: 'CAMPAIGN',
    choices: Object.fromEntries(NAMES.map((name) => [name, CAMPAIGNS[name].help])),
    most: NAMES.length,
  },
  options: {
    scale: { value: 'SCALE', choices: ['small', 'full'], default: 'full', help: 'small takes minutes' },
    seed: { value: 'N', kind: 'count', help: 'repeat a trial (default by the clock)' },
    keep: { help: 'leave the files of each campaign, and say where they are' },
  },
  exit: '0 no fault, 1 some.',
  example: 'npm run campaign -- disk kill --scale small --seed 7',
});
const seed = values.seed ?? Date.now() % 1_000_000;
const names = positionals.length > 0 ? positionals : NAMES;
ensureBundles('campaign');

let faults = 0;
for (const name of names) {
  const root = mkdtempSync('/var/tmp/gatebench-campaign-');
  chmodSync(root, 0o755);
  const begun = performance.now();
  console.log(`== ${name} (scale ${values.scale}, seed ${seed})`);
  const say = (kind) => (line) => console.log(`${kind} ${name}: ${line}`);
  const fault = (line) => {
    faults++;
    say('FAULT')(line);
  };
  try {
    const figures = await CAMPAIGNS[name].run({
      root,
      seed,
      scale: values.scale,
      report: say('     '),
      fault,
    });
    console.log(
      `== ${name}: ${JSON.stringify({ ...figures, seconds: Math.round((performance.now() - begun) / 1000) })}`,
    );
  } catch (error) {
    fault(`the campaign itself broke off: ${error.stack ?? error}`);
  }
  if (values.keep) console.log(`kept: ${root}`);
  else rmSync(root, { recursive: true, force: true });
}
console.log(`${faults} faults found`);
process.exit(faults === 0 ? 0 : 1);
