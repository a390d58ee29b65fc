import type { Cheat } from './cheat.js';
import { AGENT } from './cheats/agent.js';
import { ASSERTIONS } from './cheats/assertions.js';
import { CONFIGURATION } from './cheats/configuration.js';
import { EXITS } from './cheats/exits.js';
import { EXPECTATIONS } from './cheats/expectations.js';
import { MACHINE } from './cheats/machine.js';
import { NAMES } from './cheats/names.js';
import { PATCHES } from './cheats/patches.js';
import { REPORTS } from './cheats/reports.js';
import { ROUNDS } from './cheats/rounds.js';
import { RUN_SIGNS } from './cheats/run_signs.js';

/** Every known way to get a pass without a solution that we try. */
export const CHEATS: readonly Cheat[] = [
  ...EXITS,
  ...REPORTS,
  ...ASSERTIONS,
  ...EXPECTATIONS,
  ...RUN_SIGNS,
  ...ROUNDS,
  ...CONFIGURATION,
  ...NAMES,
  ...MACHINE,
  ...AGENT,
  ...PATCHES,
];
