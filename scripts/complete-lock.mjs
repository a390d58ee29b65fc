#!/usr/bin/env node
/**
 * Completes package-lock.json with the optional packages of other platforms.
 *
 * Native packages come as one optional package per platform. npm leaves out those that it could not see when it wrote the lock (a
 * node_modules that was already there, a registry that serves some platforms only), and then `npm ci` refuses the lock as out of
 * step. Their versions are fixed by the package that wants them and their platform is in their name; their integrity is not
 * known here, so npm computes it where they are used.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'lock',
  purpose:
    'Adds the optional packages of other platforms that npm left out to package-lock.json. Run it after npm install.',
  options: { check: { help: 'change nothing, and only name what is missing' } },
  exit: '0 complete, 1 something is missing with --check.',
  example: 'npm run lock -- --check',
});
const file = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), 'package-lock.json');
const platforms = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => path !== '' && !visible(path, name))
    .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
);

for (const { name, version } of missing) console.log(`${values.check ? 'missing' : 'added'}: ${name}@${version}`);
if (values.check) {
  if (missing.length > 0) process.exitCode = 1;
} else if (missing.length > 0) {
  for (const each of missing) lock.packages[`node_modules/${each.name}`] = entryOf(each);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

/** Does the lock place `name` where the package at `path` would find it: below itself or below one of its parents? */
function visible(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at}/node_modules/${name}` in lock.packages) return true;
    if (!at.includes('/node_modules/')) return `node_modules/${name}` in lock.packages;
  }
}

/** @biomejs/cli-linux-arm64-musl → linux, arm64, musl. A range or an unknown name is a mistake to look at, not to guess about. */
function entryOf({ name, version, dev }) {
  const words = name.split('/').at(-1).split('-');
  const os = platforms.find((platform) => words.includes(platform));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os || !cpu || !/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`${name}@${version}: cannot tell its platform or version`);
  const musl = words.some((word) => word.startsWith('musl'));
  const gnu = words.some((word) => word.startsWith('gnu'));
  const libc = musl ? ['musl'] : gnu ? ['glibc'] : undefined;
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...(libc ? { libc } : {}), optional: true, os: [os] };
}
