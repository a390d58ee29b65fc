import type { Deed } from '../deed.js';
import { type Call, word } from './machine.js';

/** The deed of a call. */
export function emitted({ program, words, args, scope, place }: Call): Deed {
  return {
    program,
    path: words[0]!.text,
    args,
    redirects: place.redirects,
    environment: { ...scope.exported(), ...place.environment },
    ...(place.input && { input: place.input }),
    via: place.via,
    source: 'shell',
    ...(scope.folder !== undefined && { folder: word(scope.folder) }),
  };
}
