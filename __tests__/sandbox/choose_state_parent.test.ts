import { statfsSync } from 'node:fs';
import { chooseStateParent } from '../../src/sandbox/choose_state_parent.js';

describe('the parent of state folders', () => {
  it('is the temporary folder for ordinary users, whose shared memory is emptied at logout, and where it is not /tmp', () => {
    expect(chooseStateParent('/tmp', 1000)).toBe('/tmp');
    expect(chooseStateParent('/var/tmp', 0)).toBe('/var/tmp');
  });

  it('is never on a disk other than the temporary folder', () => {
    const parent = chooseStateParent('/tmp', 0);
    if (parent !== '/tmp') expect(statfsSync(parent).type).toBe(0x01021994);
  });
});
