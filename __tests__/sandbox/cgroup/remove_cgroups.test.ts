import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killCgroupMembers, listCgroupMembers } from '../../../src/sandbox/cgroup/remove_cgroups.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

describe('the members of a control group', () => {
  it('are its processes, without those of other namespaces', () => {
    const group = givenRoom();
    writeFileSync(join(group, 'cgroup.procs'), '0\n12\n345\n');
    expect(listCgroupMembers(group)).toEqual([12, 345]);
  });

  it('are none when the group is gone: a walk of folders may end after its command', () => {
    const gone = join(givenRoom(), 'gone');
    expect(listCgroupMembers(gone)).toEqual([]);
    expect(() => killCgroupMembers(gone)).not.toThrow();
  });

  it('are unknown where they cannot be read, which is no empty group', () => {
    const group = givenRoom();
    mkdirSync(join(group, 'cgroup.procs'));
    expect(() => listCgroupMembers(group)).toThrow(/EISDIR/);
  });
});
