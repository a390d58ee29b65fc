import type { Deed } from '../deed.js';
import { type Call, type Machine, word } from './machine.js';
import type { Scope } from './scope.js';

/** The deed of a call. */
export function emitted({ program, words, args, scope, place, filter }: Call): Deed {
  return {
    program,
    path: words[0]!.text,
    args,
    redirects: place.redirects,
    environment: { ...posixly(scope), ...scope.exported(), ...place.environment },
    ...(place.input && { input: place.input }),
    via: place.via,
    source: 'shell',
    ...(filter && { filter }),
    ...(place.captured && { captured: true }),
    ...(scope.folder !== undefined && { folder: word(scope.folder) }),
  };
}

/** The one variable that counts however it was set: whether it is exported is often not known. */
function posixly(scope: Scope): Deed['environment'] {
  const [value] = scope.get('POSIXLY_CORRECT')?.words ?? [];
  return value ? { POSIXLY_CORRECT: value } : {};
}

/** What calls itself beside itself: each call makes more of them. */
export function forkBomb(call: Call, machine: Machine): void {
  if (machine.budget.deed())
    machine.deeds.push(emitted({ ...call, program: 'fork-bomb', words: [word('fork-bomb')], args: [] }));
}
