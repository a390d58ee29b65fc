#!/usr/bin/env node
/**
 * `npm run campaign -- [NAME…] [--scale small|full] [--seed N] [--keep]`: long trials of what tests sample.
 *
 *   fuzz    every fuzzer with 10,000 cases per input
 *   kill    `kill -9` over suites in three sandboxes, resumed
 *   github  every request of publishing meets every fault
 *   disk    a disk that is full at each write
 *   replay  attempts at the project's own tasks are recorded and replayed, in bubblewrap and in containers
 *   shards  5,000 attempts over 256 jobs of which a third is lost, run again
 *
 * Without a name all are run. The exit code is 1 if a fault was found. Needs a build (`npm run build`).
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runDiskCampaign } from './disk.mjs';
import { runKillCampaign } from './kill.mjs';
import { runReplayCampaign } from './replay.mjs';
import { runShardCampaign } from './shards.mjs';
import { CLI } from './study.mjs';
import { runFuzzCampaign, runGithubCampaign } from './tests.mjs';

const CAMPAIGNS = {
  fuzz: runFuzzCampaign,
  kill: runKillCampaign,
  github: runGithubCampaign,
  disk: runDiskCampaign,
  replay: runReplayCampaign,
  shards: runShardCampaign,
};
const USAGE = `npm run campaign -- [${Object.keys(CAMPAIGNS).join('|')} …] [--scale small|full] [--seed N] [--keep]`;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        scale: { type: 'string', default: 'full' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const names = positionals.length > 0 ? positionals : Object.keys(CAMPAIGNS);
const unknown = names.find((name) => !(name in CAMPAIGNS));
const mistake =
  unknown !== undefined
    ? `there is no campaign "${unknown}": ${Object.keys(CAMPAIGNS).join(', ')}`
    : !['small', 'full'].includes(values.scale)
      ? `--scale is small or full, not "${values.scale}"`
      : !/^\d{1,9}$/.test(values.seed)
        ? `--seed is a whole number, not "${values.seed}"`
        : !existsSync(CLI)
          ? 'dist/ is not built: npm run build'
          : undefined;
if (mistake !== undefined) {
  console.error(mistake);
  process.exit(2);
}

let faults = 0;
for (const name of names) {
  const root = mkdtempSync('/var/tmp/gatebench-campaign-');
  chmodSync(root, 0o755);
  const begun = performance.now();
  console.log(`== ${name} (scale ${values.scale}, seed ${values.seed})`);
  const say = (kind) => (line) => console.log(`${kind} ${name}: ${line}`);
  const fault = (line) => {
    faults++;
    say('FAULT')(line);
  };
  try {
    const figures = await CAMPAIGNS[name]({
      root,
      seed: Number(values.seed),
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
  if (values.keep) console.log(`kept: ${join(root)}`);
  else rmSync(root, { recursive: true, force: true });
}
console.log(`${faults} faults found`);
process.exit(faults === 0 ? 0 : 1);
