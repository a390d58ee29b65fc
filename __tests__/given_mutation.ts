import fc from 'fast-check';
import { ALL } from './extent.js';

/** How many hostile inputs a fuzz test makes: 500 where everything is tested, 60 in ordinary runs, or what GATEBENCH_FUZZ_RUNS says. */
export const FUZZ_RUNS = Number(process.env.GATEBENCH_FUZZ_RUNS ?? (ALL ? 500 : 60));

/** Limit of one fuzz test against hangs, in milliseconds: it grows with the runs. */
export const FUZZ_MS = Math.max(600_000, 200 * FUZZ_RUNS);

/** One change to a text; bytes travel as latin-1, one character each. Places are fractions of what is there. */
type Edit =
  | { kind: 'byte' | 'insert-byte'; at: number; byte: number }
  | { kind: 'cut' | 'repeat'; at: number; length: number }
  | { kind: 'truncate'; at: number }
  | { kind: 'drop-line' | 'twice-line'; at: number }
  | { kind: 'swap-lines'; at: number; with: number }
  | { kind: 'token'; at: number; token: string }
  | { kind: 'everywhere' | 'insert-token' | 'insert-line'; at: number; token: string };

/** A fraction below 1, each as likely as any other; a plain number would mostly be at the ends. */
export const place = fc.noBias(fc.nat(999_999)).map((n) => n / 1_000_000);

function edits(tokens: readonly string[]): fc.Arbitrary<Edit> {
  const byte = fc.oneof(fc.constantFrom(0, 9, 10, 13, 32, 34, 47, 92, 127, 255), fc.nat(255));
  const token = fc.constantFrom(...tokens);
  const of = <K extends Edit['kind']>(...kinds: K[]) => fc.constantFrom(...kinds);
  return fc.oneof(
    fc.record({ kind: of('byte', 'insert-byte'), at: place, byte }),
    fc.record({ kind: of('cut', 'repeat'), at: place, length: fc.nat(60) }),
    fc.record({ kind: of('truncate'), at: place }),
    fc.record({ kind: of('drop-line', 'twice-line'), at: place }),
    fc.record({ kind: of('swap-lines'), at: place, with: place }),
    {
      weight: 5,
      arbitrary: fc.record({ kind: of('token', 'everywhere', 'insert-token', 'insert-line'), at: place, token }),
    },
  );
}

/** A letter that becomes a hundred of itself, four times over, would be a test of patience. */
const MAX_LENGTH = 100_000;

const WORD = /[\w./~-]+/g;

function changed(text: string, edit: Edit): string {
  const at = Math.floor(edit.at * text.length);
  const lines = text.split('\n');
  const line = Math.floor(edit.at * lines.length);
  switch (edit.kind) {
    case 'byte':
      return text.slice(0, at) + String.fromCharCode(edit.byte) + text.slice(at + 1);
    case 'insert-byte':
      return text.slice(0, at) + String.fromCharCode(edit.byte) + text.slice(at);
    case 'cut':
      return text.slice(0, at) + text.slice(at + edit.length);
    case 'repeat':
      return text.slice(0, at + edit.length) + text.slice(at);
    case 'truncate':
      return text.slice(0, at);
    case 'drop-line':
      return lines.toSpliced(line, 1).join('\n');
    case 'twice-line':
      return lines.toSpliced(line, 0, lines[line]!).join('\n');
    case 'swap-lines': {
      const other = Math.floor(edit.with * lines.length);
      return lines.with(line, lines[other]!).with(other, lines[line]!).join('\n');
    }
    case 'token': {
      const words = [...text.matchAll(WORD)];
      const word = words[Math.floor(edit.at * words.length)];
      if (!word) return edit.token;
      return text.slice(0, word.index) + edit.token + text.slice(word.index + word[0].length);
    }
    case 'everywhere': {
      const words = text.match(WORD) ?? [];
      const word = words[Math.floor(edit.at * words.length)]?.replace(/^[ab]\//, '');
      return word ? text.replaceAll(word, () => edit.token) : edit.token;
    }
    case 'insert-token':
      return text.slice(0, at) + edit.token + text.slice(at);
    case 'insert-line':
      return lines.toSpliced(line, 0, edit.token).join('\n');
    default:
      return edit satisfies never;
  }
}

/** One of the seeds with one to four changes: bytes, lines, or words that become one of `tokens`, here or everywhere. */
export function mutated(seeds: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(edits(tokens), { minLength: 1, maxLength: 4 }))
    .map(([seed, made]) => made.reduce((text, edit) => changed(text, edit).slice(0, MAX_LENGTH), seed));
}
