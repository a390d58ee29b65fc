import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openReferenceFolder } from '../../../src/commands/validate/validate_contracts.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

const REFERENCE = `${'a'.repeat(64)}.json`;

it('a new proof removes the references of the earlier one and no other file; a resumed one keeps them', () => {
  const out = givenRoom();
  write(out, {
    [`.gatebench-references/${REFERENCE}`]: '{}',
    '.gatebench-references/notes.json': '{}',
    [`references/${REFERENCE}`]: '{}',
  });
  const folder = openReferenceFolder(out, true);
  expect(readdirSync(folder).sort()).toEqual([REFERENCE, 'notes.json']);
  expect(openReferenceFolder(out, false)).toBe(folder);
  expect(readdirSync(folder)).toEqual(['notes.json']);
  expect(readdirSync(join(out, 'references'))).toEqual([REFERENCE]);
});

it('a link in its place is refused, and nothing behind it is removed', () => {
  const [out, other] = [givenRoom(), givenRoom()];
  mkdirSync(join(other, 'mine'));
  write(other, { [`mine/${REFERENCE}`]: '{}' });
  symlinkSync(join(other, 'mine'), join(out, '.gatebench-references'));
  for (const resume of [false, true]) expect(() => openReferenceFolder(out, resume)).toThrow(/is no folder/);
  expect(existsSync(join(other, 'mine', REFERENCE))).toBe(true);
});
