import type { Deed } from './deed.js';
import { choosesProcesses } from './process_filters.js';

/** Programs that keep what they are fed for later. */
const KEEPERS = /^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;

/**
 * Tells whether a `kill` of numbers that nobody knows yet ends all processes that a `ps` lists: no filter between them, fed by that very
 * `ps`, chooses some.
 *
 * @param line all deeds of the line, which may hand the numbers on in variables and files
 */
export function endsAllListed({ input }: Deed, line: readonly Deed[]): boolean {
  const fed = input?.kind === 'pipe' ? input.from : [];
  if (fed.some(listsAll)) return listedWhole(fed).length > 0;
  if (fed.some((feeder) => feedersOf(feeder).length > 0 && choosesProcesses(feeder))) return false;
  return listedInto(line).length > 0;
}

/** Lists of all processes that a line keeps. */
const kept = new WeakMap<readonly Deed[], readonly Deed[]>();

/** Those whose output goes into a value, a file or what keeps it; what is only shown ends nothing. */
function listedInto(line: readonly Deed[]): readonly Deed[] {
  const known = kept.get(line);
  if (known) return known;
  const whole = listedWhole(line);
  const written = new Set(
    whole.length === 0 ? [] : line.filter(keeps).flatMap(({ input }) => (input?.kind === 'pipe' ? input.from : [])),
  );
  const found = whole.filter((list) => list.captured || list.source !== 'shell' || writes(list) || written.has(list));
  kept.set(line, found);
  return found;
}

const writes = ({ redirects }: Deed) => redirects.some(({ kind }) => kind !== 'read');
const keeps = (deed: Deed) => KEEPERS.test(deed.program) || writes(deed);

/** Lists of all processes of which no filter chooses some. */
function listedWhole(deeds: readonly Deed[]): readonly Deed[] {
  const lists = deeds.filter(listsAll);
  if (lists.length === 0) return lists;
  const chosen = new Set<Deed>();
  for (const deed of deeds) {
    if (deed.program === 'ps') continue;
    const from = feedersOf(deed);
    if (from.length > 0 && choosesProcesses(deed)) for (const feeder of from) chosen.add(feeder);
  }
  return lists.filter((list) => !chosen.has(list));
}

const feedersOf = ({ input, filter }: Deed): readonly Deed[] =>
  filter?.from ?? (input?.kind === 'pipe' ? input.from : []);

/** Choices by number or name, or by what is not known. */
const CHOICE = /^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u;
/** Beside these a choice makes no difference. */
const ALL = /^-[aefFlAjwHTLcy]*[eA]|^a?u?x/;

/** `ps` without a choice. */
const listsAll = ({ program, args }: Deed): boolean =>
  program === 'ps' && (args.some(({ text }) => ALL.test(text)) || !args.some(({ text }) => CHOICE.test(text)));
