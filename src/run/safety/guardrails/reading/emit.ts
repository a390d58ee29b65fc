import type { Deed } from '../deed.js';
import { type Call, type Machine, word } from './machine.js';

/** The deed of a call. */
export function emitted({ program, words, args, scope, place, filter }: Call): Deed {
  return {
    program,
    path: words[0]!.text,
    args,
    redirects: place.redirects,
    environment: { ...scope.exported(), ...place.environment },
    ...(place.input && { input: place.input }),
    via: place.via,
    source: 'shell',
    ...(filter && { filter }),
    ...(place.captured && { captured: true }),
    ...(scope.folder !== undefined && { folder: word(scope.folder) }),
  };
}

/** What calls itself beside itself: each call makes more of them. */
export function forkBomb(call: Call, machine: Machine): void {
  if (machine.budget.deed())
    machine.deeds.push(emitted({ ...call, program: 'fork-bomb', words: [word('fork-bomb')], args: [] }));
}
