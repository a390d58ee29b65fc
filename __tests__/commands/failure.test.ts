import { failure } from '../../src/commands/failure.js';
import { UserError } from '../../src/contract/user_error.js';

describe('what a shell shows when a command throws', () => {
  it("is one message with its remedy for a user's mistake, and exit code 2", () => {
    expect(failure(new UserError('no such file', 'Name another.'))).toEqual({
      text: 'no such file\n  Name another.',
      exit_code: 2,
    });
  });

  it('is the whole trace for a fault of ours, and exit code 70', () => {
    const fault = new Error('impossible');
    expect(failure(fault)).toEqual({ text: fault.stack, exit_code: 70 });
    expect(failure('thrown text')).toEqual({ text: 'thrown text', exit_code: 70 });
  });
});
