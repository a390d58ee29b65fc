import type { Variant } from '../../contract/variant.js';
import { sha256 } from '../../record/canonical.js';
import { isProse, isTestPath, type Language, languageOf } from './languages.js';
import { lineFaults, proseLines } from './line_faults.js';
import { type FileSection, type Hunk, readSections, writeSections } from './patch_hunks.js';

/** A reference solution with one mechanical fault. Most of them must fail; what survives shows what the checks do not see. */
export interface Mutant extends Variant {
  role: 'mutant';
  patch: Uint8Array;
}

interface Fault {
  kind: 'drop-file' | 'drop-hunk' | 'revert' | 'condition' | 'constant' | 'operator';
  change: string;
  file: string;
  line?: number;
  patch: () => Uint8Array;
}

const KINDS = ['drop-file', 'drop-hunk', 'revert', 'condition', 'constant', 'operator'] as const;

/**
 * At most `limit` mutants of a patch, the same for the same patch and seed. Kinds take turns, so that few mutants are still of
 * every kind. Tests and prose of the patch are left alone: no check is expected to see them.
 */
export function mutantsOf(golden: Uint8Array, seed: number, limit: number): Mutant[] {
  const sections = readSections(golden);
  const order = (fault: Fault) => sha256(`${seed} ${fault.kind} ${fault.file} ${fault.line ?? ''} ${fault.change}`);
  const queues = new Map<string, [string, Fault][]>(KINDS.map((kind) => [kind, []]));
  for (const fault of faultsIn(sections)) queues.get(fault.kind)!.push([order(fault), fault]);
  for (const queue of queues.values()) queue.sort(([a], [b]) => (a < b ? -1 : 1));
  const seen = new Set([sha256(golden)]);
  const chosen: Mutant[] = [];
  while (chosen.length < limit && [...queues.values()].some((queue) => queue.length > 0)) {
    for (const kind of KINDS) {
      const [, fault] = queues.get(kind)!.shift() ?? [];
      if (!fault || chosen.length >= limit) continue;
      const patch = fault.patch();
      const digest = sha256(patch);
      if (patch.length === 0 || seen.has(digest)) continue;
      seen.add(digest);
      chosen.push({
        role: 'mutant',
        name: `${kind}-${digest.slice(0, 8)}`,
        change: fault.change,
        file: fault.file,
        ...(fault.line === undefined ? {} : { line: fault.line }),
        patch,
      });
    }
  }
  return chosen;
}

function* faultsIn(sections: readonly FileSection[]): Generator<Fault> {
  for (const [s, section] of sections.entries()) {
    if (isTestPath(section.path) || isProse(section.path)) continue;
    const { path: file } = section;
    const others = sections.some((other) => other !== section && !isTestPath(other.path) && !isProse(other.path));
    if (others)
      yield {
        kind: 'drop-file',
        change: 'the whole file left out',
        file,
        patch: () => writeSections(sections.toSpliced(s, 1)),
      };
    for (const [h, hunk] of section.hunks.entries()) {
      const put = (changed: Hunk[]) =>
        writeSections(sections.with(s, { ...section, hunks: section.hunks.toSpliced(h, 1, ...changed) }));
      if (section.hunks.length > 1)
        yield { kind: 'drop-hunk', change: 'one hunk left out', file, line: hunk.new_start, patch: () => put([]) };
      const language = languageOf(file, section.hunks[0]?.lines[0]?.slice(1));
      if (language) yield* faultsInHunk(hunk, file, language, put);
    }
  }
}

function* faultsInHunk(
  hunk: Hunk,
  file: string,
  language: Language,
  put: (changed: Hunk[]) => Uint8Array,
): Generator<Fault> {
  let line = hunk.new_start;
  const shown = hunk.lines.map((text) => (/^[-\\]/.test(text) ? '' : text.slice(1)));
  const prose = proseLines(shown, language);
  for (const [i, text] of hunk.lines.entries()) {
    // What ends without a line break is left alone: git's remark about it belongs to its line.
    if (text.startsWith('+') && !prose.has(i) && !hunk.lines[i + 1]?.startsWith('\\')) {
      const at = { file, line };
      const replaced = (by: string[]) => put([{ ...hunk, lines: hunk.lines.toSpliced(i, 1, ...by) }]);
      const code = text.slice(1).trim();
      if (isCode(code, language))
        yield {
          kind: 'revert',
          change: `line left out: ${code.slice(0, 60)}`,
          ...at,
          patch: () => reverted(hunk, i, put),
        };
      for (const fault of lineFaults(text.slice(1), language))
        yield {
          kind: fault.kind,
          change: `${fault.change} in: ${code.slice(0, 60)}`,
          ...at,
          patch: () => replaced([`+${fault.text}`]),
        };
    }
    if (!text.startsWith('-') && !text.startsWith('\\')) line++;
  }
}

/** One added line taken back: the line that it stands for returns, where as many were removed as added. */
function reverted(hunk: Hunk, i: number, put: (changed: Hunk[]) => Uint8Array): Uint8Array {
  const { lines } = hunk;
  let first = i;
  while (lines[first - 1]?.startsWith('+')) first--;
  let end = i;
  while (lines[end + 1]?.startsWith('+')) end++;
  const count = end - first + 1;
  const removed = lines.slice(Math.max(0, first - count), first);
  const matched =
    removed.length === count &&
    removed.every((line) => line.startsWith('-')) &&
    !lines[first - count - 1]?.startsWith('-');
  if (!matched) return put([{ ...hunk, lines: lines.toSpliced(i, 1) }]);
  // A line can come back at its place only when the block is split there: - - + + becomes  -a +a' │ b │ …
  const block: string[] = [];
  removed.forEach((line, k) => {
    if (first + k === i) block.push(` ${line.slice(1)}`);
    else block.push(line, lines[first + k]!);
  });
  return put([{ ...hunk, lines: lines.toSpliced(first - count, 2 * count, ...block) }]);
}

/** More than punctuation, and no comment as far as one line tells. */
const isCode = (line: string, { comment }: Language) =>
  /\w/.test(line) && !line.startsWith(comment) && !/^(\/?\*|"""|''')/.test(line);
