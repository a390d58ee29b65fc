import { describeFailure } from '../../../src/commands/io/describe_failure.js';
import { UserError } from '../../../src/contract/input/user_error.js';

describe('what a shell shows when a command throws', () => {
  it("is one message with its remedy for a user's mistake, and exit code 2", () => {
    expect(describeFailure(new UserError('no such file', 'Name another.'))).toEqual({
      text: 'no such file\n  Name another.',
      exit_code: 2,
    });
  });

  it('is the whole trace for a fault of ours, and exit code 70', () => {
    const fault = new Error('impossible');
    expect(describeFailure(fault)).toEqual({ text: fault.stack, exit_code: 70 });
    expect(describeFailure('thrown text')).toEqual({ text: 'thrown text', exit_code: 70 });
  });

  it.each([
    [
      'EACCES',
      'mkdtemp',
      '/repo/tasks/.init-',
      '/repo/tasks/.init- cannot be used: permission denied (EACCES, mkdtemp)',
    ],
    ['EROFS', 'open', '/repo/a', '/repo/a cannot be used: the file system is read-only (EROFS, open)'],
    ['ENOSPC', 'write', undefined, 'a file cannot be written: no space is left (ENOSPC, write)'],
  ])('is one message for a folder that cannot be written (%s of %s)', (code, syscall, path, said) => {
    const fault = Object.assign(new Error(`${code}: refused`), { code, syscall, path });
    const remedy = code === 'ENOSPC' ? 'Make room there' : 'Let this user read and write there';
    expect(describeFailure(fault)).toEqual({ text: `${said}\n  ${remedy}, or name another folder.`, exit_code: 2 });
  });

  it.each([
    ['EACCES', 'connect'],
    ['EACCES', 'spawn bwrap'],
    ['EINVAL', 'open'],
  ])('is the whole trace for %s of %s', (code, syscall) => {
    const fault = Object.assign(new Error(`${code}: refused`), { code, syscall });
    expect(describeFailure(fault).exit_code).toBe(70);
  });
});
