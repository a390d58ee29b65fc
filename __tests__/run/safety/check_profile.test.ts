import fc from 'fast-check';
import type { z } from 'zod';
import { agentProfileSchema } from '../../../src/contract/coordination/coordination.js';
import { type Operation, operations } from '../../../src/contract/coordination/mechanism.js';
import { checkProfile, type ProfileUsage } from '../../../src/run/safety/check_profile.js';

type Doing = Parameters<typeof checkProfile>[1];

const profile = (given: z.input<typeof agentProfileSchema>) => agentProfileSchema.parse(given);
const fresh: ProfileUsage = { calls: 1, files: new Set(), elapsed_ms: 0 };
const refusal = (given: z.input<typeof agentProfileSchema>, doing: Doing, usage: Partial<ProfileUsage> = {}) => {
  const found = checkProfile(profile(given), doing, { ...fresh, ...usage });
  return found && `${found.code} (${found.rule})`;
};
const admitted = (trust_level: number, more: Partial<Doing> = {}) =>
  operations.filter((operation) => {
    const edits = operation === 'edit_file' ? { edits: 'a.js', holds_lock: false } : {};
    return refusal({ trust_level }, { operation, ...edits, ...more }) === undefined;
  });

// Holds A5
describe('A5: what each trust level admits', () => {
  const reading: Operation[] = ['check_locks', 'recall', 'read_handoff'];
  const working: Operation[] = [
    'acquire_lock',
    'release_lock',
    'get_work',
    'complete_work',
    'remember',
    'write_handoff',
  ];

  it.each<[number, Operation[]]>([
    [0, reading],
    [1, [...reading, ...working]],
    [2, [...operations]],
    [3, [...operations]],
    [4, [...operations]],
  ])('level %d', (level, expected) => {
    expect(new Set(admitted(level))).toEqual(new Set(expected));
  });

  it('level 1 edits what it holds the lock of, or anything where locks are switched off', () => {
    const edit = { operation: 'edit_file', edits: 'a.js' } as const;
    expect(refusal({ trust_level: 1 }, { ...edit, holds_lock: false })).toBe(
      'insufficient_trust_level (edits under locks)',
    );
    expect(refusal({ trust_level: 1 }, { ...edit, holds_lock: true })).toBeUndefined();
    expect(refusal({ trust_level: 0 }, { ...edit, holds_lock: true })).toBe(
      'insufficient_trust_level (trust_level 0 < 1)',
    );
  });

  it.each(['acquire_lock', 'edit_file', 'run_command'] as const)(
    '%s of a protected path needs level 3',
    (operation) => {
      const doing: Doing = { operation, protected_path: 'deploy/x' };
      expect(refusal({ trust_level: 2 }, doing)).toBe('insufficient_trust_level (protected)');
      expect(refusal({ trust_level: 3 }, doing)).toBeUndefined();
    },
  );
});

describe('A5: lists and limits', () => {
  it('the blocked list is asked first, then the level, then the allowed list, then limits', () => {
    const run = { operation: 'run_command' } as const;
    const spent = { calls: 11, elapsed_ms: 2000 };
    const all = { block: ['run_command'], allow: ['recall'], max_calls: 10, max_time: '1s' } as const;
    const { block: _, ...unblocked } = all;
    const { allow: __, ...limited } = unblocked;
    expect(refusal({ trust_level: 1, ...all, block: ['run_command'], allow: ['recall'] }, run, spent)).toBe(
      'operation_not_allowed (block)',
    );
    expect(refusal({ trust_level: 1, ...unblocked, allow: ['recall'] }, run, spent)).toBe(
      'insufficient_trust_level (trust_level 1 < 2)',
    );
    expect(refusal({ trust_level: 2, ...unblocked, allow: ['recall'] }, run, spent)).toBe(
      'operation_not_allowed (allow)',
    );
    expect(refusal({ trust_level: 2, ...limited }, run, spent)).toBe('resource_limit_exceeded (max_time)');
    expect(refusal({ trust_level: 2, ...limited }, run, { calls: 11 })).toBe('resource_limit_exceeded (max_calls)');
    expect(refusal({ trust_level: 2, ...limited }, run, { calls: 10, elapsed_ms: 1000 })).toBeUndefined();
  });

  it('an allowed list never widens the level', () => {
    expect(refusal({ trust_level: 0, allow: ['run_command'] }, { operation: 'run_command' })).toBe(
      'insufficient_trust_level (trust_level 0 < 2)',
    );
  });

  it('different files are counted, not edits', () => {
    const limit = { trust_level: 2, max_files: 2 };
    const files = new Set(['a', 'b']);
    expect(refusal(limit, { operation: 'edit_file', edits: 'b' }, { files })).toBeUndefined();
    expect(refusal(limit, { operation: 'edit_file', edits: 'c' }, { files })).toBe(
      'resource_limit_exceeded (max_files)',
    );
    expect(refusal({ trust_level: 2, max_files: 0 }, { operation: 'edit_file', edits: 'c' })).toBe(
      'resource_limit_exceeded (max_files)',
    );
  });

  it('an admin has no limit of files and calls, but one of time', () => {
    const doing = { operation: 'edit_file', edits: 'c' } as const;
    expect(refusal({ trust_level: 4, max_files: 0, max_calls: 0 }, doing)).toBeUndefined();
    expect(refusal({ trust_level: 4, max_time: '1ms' }, doing, { elapsed_ms: 2 })).toBe(
      'resource_limit_exceeded (max_time)',
    );
  });

  it('more trust never admits less', () => {
    fc.assert(
      fc.property(
        fc.record({
          operation: fc.constantFrom(...operations),
          holds_lock: fc.boolean(),
          protected_path: fc.constantFrom('x', undefined),
        }),
        fc.integer({ min: 0, max: 3 }),
        fc.record({ calls: fc.nat(2000), elapsed_ms: fc.nat() }),
        (doing, level, usage) => {
          const asked = { ...doing, ...(doing.operation === 'edit_file' ? { edits: 'a' } : {}) };
          if (refusal({ trust_level: level }, asked, usage) === undefined)
            expect(refusal({ trust_level: level + 1 }, asked, usage)).toBeUndefined();
        },
      ),
    );
  });
});
