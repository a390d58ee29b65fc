import { isPosixlyCorrect } from '../arguments/is_dry_run.js';
import { matchesAnyWildcard, matchesWildcard } from '../arguments/matches_wildcard.js';
import { hasFlag } from '../arguments/program_arguments.js';
import { classifyHost, type HostClass } from '../effects/classify_host.js';
import { isServiceDeletion } from '../effects/is_service_deletion.js';
import { type ExpandedWord, type Invocation, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import { memoize } from '../memoize.js';
import { type PathClass, pathEffects } from '../vocabulary/vocabulary.js';
import type { RuleCondition } from './guard_rule.js';
import type { RuleSubject } from './rule_subject.js';

type Part<Key extends keyof RuleCondition> = NonNullable<RuleCondition[Key]>;

/** Roles of paths that conditions name. */
const conditionEffects = [...pathEffects, 'names'] as const;

/** Returns true if an invocation matches a condition; every part of the condition must match. */
export function matchesCondition(subject: RuleSubject, condition: RuleCondition): boolean {
  const { program, subcommand, flags, options, args, recursive, root, via, environment, language } = condition;
  if (program && !matchesAnyWildcard(subject.program, program)) return false;
  if (language && !language.includes(subject.invocation.language)) return false;
  if (recursive !== undefined && subject.recursive !== recursive) return false;
  if (root !== undefined && subject.root !== root) return false;
  if (via && !subject.invocation.wrappers.some((wrapper) => matchesAnyWildcard(wrapper, via))) return false;
  const skipped = subcommand ? countSubcommandWords(subject, subcommand) : 0;
  if (skipped === undefined) return false;
  if (flags && !matchesFlags(subject, flags)) return false;
  if (options && !Object.entries(options).every(([flag, values]) => hasOption(subject, flag, values))) return false;
  if (args && !matchesArgs(subject.operands.slice(skipped), args)) return false;
  if (environment && !Object.entries(environment).every(([name, values]) => hasVariable(subject, name, values)))
    return false;
  for (const effect of conditionEffects) {
    const pattern = condition[effect];
    if (pattern && !hasOverlap(subject.getPathClasses(effect), pattern)) return false;
  }
  if (condition.redirected !== undefined && isRedirected(subject, condition) !== condition.redirected) return false;
  if (condition.unknown && !subject.invocation.args.some(({ text }) => text.includes(UNKNOWN_VALUE))) return false;
  if (condition.to && !isSendingTo(subject, condition.to)) return false;
  if (condition.service_verb && !isServiceDeletion(subject.program, subject.invocation)) return false;
  if (condition.downloaded && !subject.downloaded) return false;
  if (condition.from && !isFedBy(subject, condition.from)) return false;
  return !condition.line || getLineTest(subject.context.invocations)(condition.line);
}

/** Returns true if the output goes into a file, or into one of the places that a condition names. */
function isRedirected(subject: RuleSubject, { writes }: RuleCondition): boolean {
  const classes = subject.getPathClasses('redirected');
  return writes ? hasOverlap(classes, writes) : classes.size > 0;
}

const hasOverlap = (places: ReadonlySet<PathClass>, pattern: readonly PathClass[]) =>
  pattern.some((place) => places.has(place));

const splitWords = memoize((subcommand: string): readonly string[] => subcommand.split(' '));

/** Counts the operands that form the subcommand; undefined if the subcommand is another. */
function countSubcommandWords({ operands }: RuleSubject, subcommands: readonly string[]): number | undefined {
  for (const subcommand of subcommands) {
    const names = splitWords(subcommand);
    if (operands.length >= names.length && names.every((name, index) => matchesWildcard(operands[index]!.text, name)))
      return names.length;
  }
  return undefined;
}

const ARGUMENTS = ['subcommand', 'flags', 'options', 'args', 'names', 'to'] as const;
const VALUES = ['options', 'to'] as const;

/** Returns true if an invocation with unknown words, or values of options, could match a condition. */
export function canMatchCondition(subject: RuleSubject, condition: RuleCondition, kind: 'any' | 'values'): boolean {
  const { program, operands } = subject;
  if (!condition.program || !matchesAnyWildcard(program, condition.program)) return false;
  if (condition.redirected === true && !isRedirected(subject, condition)) return false;
  if (!(kind === 'any' ? ARGUMENTS : VALUES).some((key) => condition[key] !== undefined)) return false;
  return (condition.subcommand ?? ['']).some((subcommand) =>
    splitWords(subcommand).every((name, index) => {
      const word = operands[index];
      return name === '' || word === undefined || word.text.includes(UNKNOWN_VALUE) || matchesWildcard(word.text, name);
    }),
  );
}

function matchesFlags({ flags, invocation }: RuleSubject, { any, all, none }: Part<'flags'>): boolean {
  if (any && !hasFlag(flags, ...any)) return false;
  if (all && !all.every((flag) => hasFlag(flags, flag))) return false;
  // Options may end before those that make it harmless.
  return !none || isPosixlyCorrect(invocation) || !hasFlag(flags, ...none);
}

function matchesArgs(rest: readonly ExpandedWord[], { any, none, at_least, at_most }: Part<'args'>): boolean {
  if (at_least !== undefined && rest.length < at_least) return false;
  if (at_most !== undefined && rest.length > at_most) return false;
  if (any && !rest.some(({ text }) => matchesAnyWildcard(text, any))) return false;
  return !none || !rest.some(({ text }) => matchesAnyWildcard(text, none));
}

const hasOption = ({ options }: RuleSubject, pattern: string, values: readonly string[]) =>
  options.some(({ flag, value }) => hasFlag([flag], pattern) && matchesAnyWildcard(value.text, values));

const hasVariable = ({ invocation: { environment } }: RuleSubject, name: string, values: readonly string[]) =>
  Object.entries(environment).some(([key, { text }]) => matchesWildcard(key, name) && matchesAnyWildcard(text, values));

function isFedBy({ from: start }: RuleSubject, condition: Part<'from'>): boolean {
  const { program, reads, without: exclusions, operands_at_most = Number.POSITIVE_INFINITY } = condition;
  if (exclusions && start.some((feeder) => matchesAnyWildcard(feeder.program, exclusions))) return false;
  const feeds = (feeder: RuleSubject) =>
    matchesAnyWildcard(feeder.program, program) &&
    feeder.operands.length <= operands_at_most &&
    (!reads || hasOverlap(feeder.getPathClasses('reads'), reads));
  return start.some(feeds);
}

/** Returns the test whether the words of a line match a condition; all its invocations get the same answer. */
const getLineTest = memoize((invocations: readonly Invocation[]) => {
  const lines = invocations.map((each) => writeLine(each).slice(0, 2000));
  const holds = (pattern: readonly string[]) => lines.some((words) => matchesAnyWildcard(words, pattern));
  return memoize(({ any, none }: Part<'line'>) => (!any || holds(any)) && !(none && holds(none)));
}, new WeakMap());

/** Returns true if an operand, `--url` or a registry names a host of a class, also behind an option: `nc -e sh host`. */
function isSendingTo(subject: RuleSubject, pattern: HostClass): boolean {
  const urls = subject.options.filter(({ flag }) => /^--(?:(?:extra-)?index-)?url$|^--registry$/.test(flag));
  return [...subject.operands, ...urls.map(({ value }) => value)].some((word) => {
    const classes = classifyHost(word);
    return classes === pattern || (pattern === 'remote' && classes === 'drop');
  });
}
