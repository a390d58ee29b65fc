#!/usr/bin/env node
/** Moves the change notes of `.changes/` into the section of the version of package.json in CHANGELOG.md. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const KINDS = ['breaking', 'security', 'added', 'changed', 'fixed'];
const MARKED = { breaking: '**Breaking.** ', security: '**Security.** ', fixed: 'Fixed: ' };
const MOST_WORDS = 60;

const { values } = readCommandLine({
  name: 'assemble-notes',
  command: 'node scripts/assemble-notes.mjs',
  purpose:
    'Moves the notes of .changes/ into the section of the version of package.json in CHANGELOG.md, and writes its date there.',
  options: {
    check: { help: 'write nothing, and say whether every note is as it must be' },
    date: { value: 'DATE', help: 'date of the release (default: today)' },
    root: { value: 'FOLDER', help: 'another repository than this one' },
  },
  exit: '0 written or as they must be, 1 not.',
  example: 'node scripts/assemble-notes.mjs --check',
});
const root = resolve(values.root ?? fileURLToPath(new URL('../', import.meta.url)));
const folder = join(root, '.changes');

try {
  const notes = readNotes();
  if (values.check) console.log(`${notes.length} change notes`);
  else assemble(notes);
} catch (error) {
  console.error(`assemble-notes: ${error.message}`);
  process.exitCode = 1;
}

/** Reads the notes by kind and name; one that is none is an error with its file. */
function readNotes() {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const notes = names.map((name) => ({ name, ...readNote(name) }));
  return notes.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
}

function readNote(name) {
  const match = /^---\nkind: (\w+)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, name), 'utf8'));
  const text = match?.[2].trim().replace(/\s*\n\s*/g, ' ');
  if (!match || !KINDS.includes(match[1])) throw new Error(`.changes/${name} begins with a kind: ${KINDS.join(', ')}`);
  if (text === '') throw new Error(`.changes/${name} says nothing`);
  if (text.split(' ').length > MOST_WORDS) throw new Error(`.changes/${name} has more than ${MOST_WORDS} words`);
  return { kind: match[1], text };
}

/** Writes the section of the version: a new one, or one that is still called unreleased. */
function assemble(notes) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(root, 'CHANGELOG.md');
  const [head, ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const index = sections.findIndex((text) => text.split(/\s/)[1] === version);
  const title = `## ${version} – ${values.date ?? new Date().toISOString().slice(0, 10)}\n`;
  if (index >= 0 && !/^## .*unreleased/i.test(sections[index])) throw new Error(`CHANGELOG.md has ${version} already`);
  if (index < 0 && notes.length === 0) throw new Error('.changes holds no note');
  const written = index < 0 ? '' : sections[index].slice(sections[index].indexOf('\n') + 1).trim();
  const lines = notes.map(({ kind, text }) => `- ${MARKED[kind] ?? ''}${text}`).join('\n');
  const section = `${title}\n${[written, lines].filter(Boolean).join('\n\n')}\n`;
  if (index < 0) sections.unshift(sections.length === 0 ? section : `${section}\n`);
  else sections[index] = index === sections.length - 1 ? section : `${section}\n`;
  writeFileSync(file, head + sections.join(''));
  for (const { name } of notes) rmSync(join(folder, name));
  console.log(`CHANGELOG.md: ${notes.length} notes in ${version}`);
}
