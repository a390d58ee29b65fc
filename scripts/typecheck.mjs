#!/usr/bin/env node
/** Checks the types of src/, of the pages for browsers in it, and of src/ and the tests together. */
import { spawnSync } from 'node:child_process';
import { findBinary, ROOT } from './build/run-node.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

readCommandLine({
  name: 'typecheck',
  purpose: 'Checks the types of src/, and of src/ and the tests together. It writes nothing.',
  exit: '0 no complaint, 1 some, 2 a wrong argument.',
  example: 'npm run typecheck',
});

for (const project of ['tsconfig.json', 'tsconfig.page.json', 'tsconfig.tests.json']) {
  const options = [findBinary('typescript', 'tsc'), '--noEmit', '-p', project];
  const { status } = spawnSync(process.execPath, options, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) {
    process.exitCode = 1;
    break;
  }
}
