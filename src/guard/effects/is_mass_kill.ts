import type { Invocation } from '../invocation.js';
import { isProcessFilter } from './is_process_filter.js';

/** Programs that keep their input for later. */
const KEEPERS = /^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;

/** Returns true if a `kill` of unknown numbers ends all processes of a `ps` in the line that no filter narrows. */
export function isMassKill({ input }: Invocation, line: readonly Invocation[]): boolean {
  const fed = input?.kind === 'pipe' ? input.from : [];
  if (fed.some(isFullProcessList)) return findUnfilteredLists(fed).length > 0;
  if (fed.some((feeder) => getFeeders(feeder).length > 0 && isProcessFilter(feeder))) return false;
  return findKeptLists(line).length > 0;
}

/** Lists of all processes that a line keeps. */
const keptLists = new WeakMap<readonly Invocation[], readonly Invocation[]>();

/** Returns the lists whose output goes into a value, a file or a program that keeps it. */
function findKeptLists(line: readonly Invocation[]): readonly Invocation[] {
  const known = keptLists.get(line);
  if (known) return known;
  const whole = findUnfilteredLists(line);
  const written = new Set(
    whole.length === 0 ? [] : line.filter(isKeeper).flatMap(({ input }) => (input?.kind === 'pipe' ? input.from : [])),
  );
  const found = whole.filter(
    (list) => list.captured || list.language !== 'shell' || hasOutputFile(list) || written.has(list),
  );
  keptLists.set(line, found);
  return found;
}

const hasOutputFile = ({ redirects }: Invocation) => redirects.some(({ kind }) => kind !== 'read');
const isKeeper = (invocation: Invocation) => KEEPERS.test(invocation.program) || hasOutputFile(invocation);

/** Returns the lists of all processes that no filter narrows. */
function findUnfilteredLists(invocations: readonly Invocation[]): readonly Invocation[] {
  const lists = invocations.filter(isFullProcessList);
  if (lists.length === 0) return lists;
  const chosen = new Set<Invocation>();
  for (const invocation of invocations) {
    if (invocation.program === 'ps') continue;
    const from = getFeeders(invocation);
    if (from.length > 0 && isProcessFilter(invocation)) for (const feeder of from) chosen.add(feeder);
  }
  return lists.filter((list) => !chosen.has(list));
}

const getFeeders = ({ input, filter }: Invocation): readonly Invocation[] =>
  filter?.from ?? (input?.kind === 'pipe' ? input.from : []);

/** Selections by number or name, or by an unknown word. */
const CHOICE = /^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u;
/** Options beside which a selection makes no difference. */
const ALL = /^-[aefFlAjwHTLcy]*[eA]|^a?u?x/;

/** Returns true for `ps` without a selection. */
const isFullProcessList = ({ program, args }: Invocation): boolean =>
  program === 'ps' && (args.some(({ text }) => ALL.test(text)) || !args.some(({ text }) => CHOICE.test(text)));
