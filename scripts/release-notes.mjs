#!/usr/bin/env node
/**
 * Prints the notes of a release: the section of its version in CHANGELOG.md.
 *
 * Exits with 1 where the tag is not `v` and the version in package.json, or where the section is missing, empty or still
 * called unreleased.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values, positionals } = readCommandLine({
  name: 'release-notes',
  command: 'node scripts/release-notes.mjs',
  purpose: 'Prints the notes of a release: the section of its version in CHANGELOG.md.',
  positional: { name: 'TAG', help: 'tag of the release: "v" and the version in package.json', least: 1 },
  options: { root: { value: 'FOLDER', help: 'another repository than this one' } },
  exit: '0 printed, 1 the tag or the section is not as it must be.',
  example: 'node scripts/release-notes.mjs v1.0.0',
});
const root = resolve(values.root ?? join(dirname(fileURLToPath(import.meta.url)), '..'));

try {
  console.log(createNotes(positionals[0]));
} catch (error) {
  console.error(`release-notes: ${error.message}`);
  process.exitCode = 1;
}

function createNotes(tag) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (tag !== `v${version}`) throw new Error(`the tag is "${tag}", and package.json says ${version}`);
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
  const [title, ...lines] = section.split('\n');
  if (/unreleased/i.test(title)) throw new Error(`CHANGELOG.md calls ${version} unreleased: write its date there`);
  const notes = lines.join('\n').trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
  return notes;
}
