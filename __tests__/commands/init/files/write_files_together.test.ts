import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFilesTogether } from '../../../../src/commands/init/files/write_files_together.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

it('writes the files that are not there, and keeps the others', () => {
  const room = givenRoom();
  writeFileSync(join(room, 'kept'), 'own');
  const [kept, made] = [join(room, 'kept'), join(room, 'a/b/made')];
  expect(
    writeFilesTogether([
      [kept, 'new'],
      [made, 'new'],
    ]),
  ).toEqual([made]);
  expect([readFileSync(kept, 'utf8'), readFileSync(made, 'utf8')]).toEqual(['own', 'new']);
  expect(readdirSync(join(room, 'a/b'))).toEqual(['made']);
});

it('leaves neither files nor new folders where one cannot be written', () => {
  const room = givenRoom();
  mkdirSync(join(room, 'folder'));
  writeFileSync(join(room, 'file'), '');
  const first = join(room, 'folder/first');
  expect(() =>
    writeFilesTogether([
      [first, 'text'],
      [join(room, 'new/inner/third'), 'text'],
      [join(room, 'file/second'), 'text'],
    ]),
  ).toThrow();
  expect([existsSync(first), readdirSync(join(room, 'folder')), existsSync(join(room, 'new'))]).toEqual([
    ...[false, [], false],
  ]);
});

it('takes no file that a killed process left behind for its own', () => {
  const room = givenRoom();
  const path = join(room, 'made');
  writeFileSync(join(room, `.made.${process.pid}`), 'left');
  expect(writeFilesTogether([[path, 'text']])).toEqual([path]);
  expect([readFileSync(path, 'utf8'), readdirSync(room)]).toEqual(['text', ['made']]);
});
