import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inBuild = (path: string) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

/** What users run, for tests that start it as a process of its own. `npm test` builds it first. */
export const BUILT_CLI = inBuild('cli/index.js');
export const BUILT_ACTION = inBuild('action/index.js');

for (const path of [BUILT_CLI, BUILT_ACTION])
  if (!existsSync(path)) throw new Error(`${path} is not built: npm run build`);
