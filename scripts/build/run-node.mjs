import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs a Node script in a folder. Its output is shown only where it fails: it is in the error. */
export function runNode(script, args, cwd = ROOT) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) return done();
      fail(new Error(`${[script, ...args].join(' ')} failed (exit ${code})\n${Buffer.concat(output)}`));
    });
  });
}

/** Finds the script behind a package's `bin`: it is run by this very Node, whatever PATH says. */
export function findBinary(packageName, name) {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
}
