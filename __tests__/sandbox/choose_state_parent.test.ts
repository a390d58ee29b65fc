import { chooseStateParent } from '../../src/sandbox/choose_state_parent.js';

const TMPFS = 0x01021994;
const measured = (type: number, mebibytes: number) => () => ({ type, bavail: mebibytes * 256, bsize: 4096 });

describe('the parent of state folders', () => {
  it('is memory for root and for system users', () => {
    for (const uid of [0, 999]) expect(chooseStateParent('/tmp', uid, measured(TMPFS, 64))).toBe('/dev/shm');
  });

  it('is the temporary folder for ordinary users, whose shared memory is emptied at logout', () => {
    expect(chooseStateParent('/tmp', 1000, measured(TMPFS, 64))).toBe('/tmp');
  });

  it('is the temporary folder where that is not /tmp, and where memory is scarce, on a disk or not there', () => {
    expect(chooseStateParent('/var/tmp', 0, measured(TMPFS, 64))).toBe('/var/tmp');
    expect(chooseStateParent('/tmp', 0, measured(TMPFS, 15))).toBe('/tmp');
    expect(chooseStateParent('/tmp', 0, measured(0xef53, 64))).toBe('/tmp');
    const absent = () => {
      throw new Error('ENOENT');
    };
    expect(chooseStateParent('/tmp', 0, absent)).toBe('/tmp');
  });
});
