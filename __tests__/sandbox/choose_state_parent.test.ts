import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chooseStateParent } from '../../src/sandbox/choose_state_parent.js';

describe('the parent of state folders', () => {
  it('is the temporary folder for ordinary users, whose shared memory is emptied at logout, and where TMPDIR says so', () => {
    expect(chooseStateParent({}, 1000)).toBe(tmpdir());
    expect(chooseStateParent({ TMPDIR: '/var/tmp' }, 0)).toBe(tmpdir());
  });

  it('is never on a disk other than the temporary folder', () => {
    const parent = chooseStateParent({}, 0);
    if (parent !== tmpdir()) expect(statfsSync(parent).type).toBe(0x01021994);
  });
});
