import type { Act } from './act.js';
import { type Deed, UNKNOWN, type Word } from './deed.js';
import { hasFlag } from './grammar.js';
import { type Destination, destination } from './hosts.js';
import { fits, fitsAny } from './pattern.js';
import type { PlaceClass } from './place_classes.js';
import type { Condition } from './rule.js';

const EFFECTS = ['reads', 'writes', 'deletes', 'moves', 'changes', 'names'] as const;

/** Whether an act is what a condition says. Everything that it names must hold. */
export function meets(act: Act, condition: Condition): boolean {
  const { program, subcommand, flags, options, args, recursive, root, via, environment, language, from, to } =
    condition;
  if (program && !fitsAny(act.program, program)) return false;
  if (language && !language.includes(act.deed.source)) return false;
  if (recursive !== undefined && act.recursive !== recursive) return false;
  if (root !== undefined && act.root !== root) return false;
  if (via && !act.deed.via.some((wrapper) => fitsAny(wrapper, via))) return false;
  const skipped = subcommand ? wordsOfSubcommand(act, subcommand) : 0;
  if (skipped === undefined) return false;
  if (flags && !meetsFlags(act, flags)) return false;
  if (options && !Object.entries(options).every(([flag, values]) => hasOption(act, flag, values))) return false;
  if (args && !meetsArgs(act.operands.slice(skipped), args)) return false;
  if (environment && !Object.entries(environment).every(([name, values]) => hasVariable(act, name, values)))
    return false;
  for (const effect of EFFECTS) {
    const wanted = condition[effect];
    if (wanted && !overlaps(act.places(effect), wanted)) return false;
  }
  if (condition.redirected !== undefined) {
    const there = act.places('redirected');
    if ((condition.writes ? overlaps(there, condition.writes) : there.size > 0) !== condition.redirected) return false;
  }
  if (to && !sendsTo(act, to)) return false;
  if (condition.downloaded && !act.downloaded) return false;
  if (from && !isFedBy(act, from)) return false;
  return !condition.line || standsIn(act.line, condition.line);
}

const overlaps = (places: ReadonlySet<PlaceClass>, wanted: readonly PlaceClass[]) =>
  wanted.some((place) => places.has(place));

/** Subcommands as words; there are a few hundred in all. */
const split = new Map<string, readonly string[]>();

function wordsIn(subcommand: string): readonly string[] {
  const words = split.get(subcommand) ?? subcommand.split(' ');
  split.set(subcommand, words);
  return words;
}

/** How many operands the subcommand has; undefined when there is another. */
function wordsOfSubcommand({ operands }: Act, subcommands: readonly string[]): number | undefined {
  for (const subcommand of subcommands) {
    const names = wordsIn(subcommand);
    if (operands.length >= names.length && names.every((name, at) => fits(operands[at]!.text, name)))
      return names.length;
  }
  return undefined;
}

/** What a condition asks of arguments other than paths that something is done to; and of the values of options alone. */
const ARGUMENTS = ['subcommand', 'flags', 'options', 'args', 'names', 'to'] as const;
const VALUES = ['options', 'to'] as const;

/**
 * Tells whether an act of which some words are not known could be what a condition says, by its arguments or by values of its options.
 */
export function mayMeet({ program, operands }: Act, condition: Condition, which: 'any' | 'values'): boolean {
  if (!condition.program || !fitsAny(program, condition.program)) return false;
  if (!(which === 'any' ? ARGUMENTS : VALUES).some((key) => condition[key] !== undefined)) return false;
  return (condition.subcommand ?? ['']).some((subcommand) =>
    wordsIn(subcommand).every((name, at) => {
      const word = operands[at];
      return name === '' || word === undefined || word.text.includes(UNKNOWN) || fits(word.text, name);
    }),
  );
}

function meetsFlags({ flags, harmlessFlags }: Act, { any, all, none }: NonNullable<Condition['flags']>): boolean {
  if (any && !any.some((flag) => hasFlag(flags, flag))) return false;
  if (all && !all.every((flag) => hasFlag(flags, flag))) return false;
  return !none?.some((flag) => hasFlag(harmlessFlags, flag));
}

function meetsArgs(rest: readonly Word[], { any, none, at_least, at_most }: NonNullable<Condition['args']>): boolean {
  if (at_least !== undefined && rest.length < at_least) return false;
  if (at_most !== undefined && rest.length > at_most) return false;
  if (any && !rest.some(({ text }) => fitsAny(text, any))) return false;
  return !none || !rest.some(({ text }) => fitsAny(text, none));
}

const hasOption = ({ options }: Act, wanted: string, values: readonly string[]) =>
  options.some(({ flag, value }) => hasFlag([flag], wanted) && fitsAny(value.text, values));

function hasVariable({ deed }: Act, name: string, values: readonly string[]): boolean {
  return Object.entries(deed.environment).some(([key, { text }]) => fits(key, name) && fitsAny(text, values));
}

function isFedBy({ from }: Act, { program, reads, without }: NonNullable<Condition['from']>): boolean {
  if (without && from.some((feeder) => fitsAny(feeder.program, without))) return false;
  return from.some((feeder) => fitsAny(feeder.program, program) && (!reads || overlaps(feeder.places('reads'), reads)));
}

type LineCondition = NonNullable<Condition['line']>;

/** What was found of a line: every deed of it is asked the same. */
const found = new WeakMap<readonly Deed[], Map<LineCondition, boolean>>();

/** What else the line does; of that only the words are asked. */
function standsIn(deeds: readonly Deed[], condition: LineCondition): boolean {
  const known = found.get(deeds) ?? new Map<LineCondition, boolean>();
  found.set(deeds, known);
  const before = known.get(condition);
  if (before !== undefined) return before;
  const holds = (wanted: readonly string[]) => deeds.some((deed) => fitsAny(wordsOf(deed), wanted));
  const { any, none } = condition;
  const stands = (!any || holds(any)) && !(none && holds(none));
  known.set(condition, stands);
  return stands;
}

const wordsOf = ({ program, args }: Deed) => [program, ...args.map(({ text }) => text)].join(' ').slice(0, 2000);

/** Options with a value count too: `--url=…`, `nc -e sh host`. */
function sendsTo(act: Act, wanted: Destination): boolean {
  const words = [...act.operands, ...act.options.filter(({ flag }) => flag === '--url').map(({ value }) => value)];
  return words.some((word) => {
    const there = destination(word);
    return there === wanted || (wanted === 'remote' && there === 'drop');
  });
}
