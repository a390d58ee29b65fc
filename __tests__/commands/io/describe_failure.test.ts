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
});
