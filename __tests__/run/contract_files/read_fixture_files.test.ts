import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';
import { type ContractInput, smallContract, writeContract } from '../../given_task.js';

afterAll(cleanUp);

function given(files: GivenFiles, world: ContractInput['world'] = { directory: 'world' }): string {
  const room = write(join(givenRoom(), 'task'), files);
  writeContract(room, smallContract({ world }));
  return room;
}

function complaint(room: string): string {
  try {
    readContract('contract.yml', room);
    return 'accepted';
  } catch (error) {
    if (error instanceof UserError) return error.text;
    throw error;
  }
}

describe('the world of a contract', () => {
  it('is read with its links as links', () => {
    const room = given({
      'world/home/.env': 'A=1\n',
      'world/bin/tool': { content: '#!/bin/sh\n', executable: true },
      'world/home/tool': { link: '../bin/tool' },
      'world/here': { link: 'home/../home' },
    });
    expect(complaint(room)).toContain('the link "world/here" leads out of the folder');
    const inside = given({
      'world/home/.env': 'A=1\n',
      'world/bin/tool': { content: '#!/bin/sh\n', executable: true },
      'world/home/tool': { link: '../bin/tool' },
    });
    expect(
      readContract('contract.yml', inside).world?.map(({ path, content, executable, link }) => [
        path,
        Buffer.from(content).toString(),
        executable,
        link ?? false,
      ]),
    ).toEqual([
      ['bin/tool', '#!/bin/sh\n', true, false],
      ['home/.env', 'A=1\n', false, false],
      ['home/tool', '../bin/tool', false, true],
    ]);
  });

  it.each([
    ['an absolute link', { 'world/a': { link: '/etc/passwd' } }, 'the link "world/a" leads out of the folder'],
    ['a link above the folder', { 'world/a/b': { link: '../../x' } }, 'the link "world/a/b" leads out of the folder'],
    [
      'a link that climbs behind a name',
      { 'world/a': { link: 'b/../..' } },
      'the link "world/a" leads out of the folder',
    ],
    ['a file in place of the folder', { world: 'x' }, '"world" is not a folder'],
    ['nothing', { elsewhere: 'x' }, '"world" does not exist beside the contract'],
    [
      'a link in place of the folder',
      { world: { link: 'elsewhere' }, 'elsewhere/a': 'x' },
      '"world" leads through a link',
    ],
  ])('is refused with %s, at its line', (_, files, says) => {
    expect(complaint(given(files as GivenFiles))).toMatch(/^contract\.yml:\d+ {2}world\.directory: /);
    expect(complaint(given(files as GivenFiles))).toContain(says);
  });

  it('is refused with a special file', () => {
    const room = given({ 'world/a': 'x' });
    execFileSync('mkfifo', [join(room, 'world/pipe')]);
    expect(complaint(room)).toContain('"world/pipe" is a special file');
  });

  it('belongs to the version: files, links, commands', () => {
    const version = (files: GivenFiles, world?: ContractInput['world']) =>
      readContract('contract.yml', given(files, world)).version;
    const versions = [
      version({ 'world/a': 'x' }),
      version({ 'world/a': 'y' }),
      version({ 'world/a': { link: 'x' } }),
      version({ 'world/a': { content: 'x', executable: true } }),
      version({ 'world/b': 'x' }),
      version({ 'world/a': 'x' }, { directory: 'world', prepare: [{ run: 'true' }] }),
      version({}, {}),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(version({ 'world/a': 'x' })).toBe(versions[0]);
  });
});
