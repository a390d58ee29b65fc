import type { Act, Standing } from './act.js';
import { mayMeet, meets } from './condition.js';
import { effects } from './effects.js';
import type { Severity } from './guard.js';
import type { Condition, Rule } from './rule.js';
import type { Phrase, PhraseRule } from './text/finding.js';

export const ORDER: Readonly<Record<Severity, number>> = { catastrophic: 0, severe: 1, risky: 2 };

interface Entry {
  rule: Rule;
  condition: Condition;
  /** Place of the rule in the order. */
  at: number;
}

/** Rules in the order in which they are asked: those of a program under its name, the others under the effect that they ask for. */
export class RuleBook {
  /** The most severe first; otherwise in the order in which they are written. */
  readonly rules: readonly Rule[];
  private readonly byProgram = new Map<string, Entry[]>();
  private readonly byEffect = new Map<Standing, Entry[]>();
  private readonly others: Entry[] = [];
  private readonly phrased = new Map<number, readonly PhraseRule[]>();

  constructor(rules: readonly Rule[]) {
    this.rules = [...rules].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
    this.rules.forEach((rule, at) => {
      for (const condition of rule.match ?? []) this.enter({ rule, condition, at });
    });
  }

  /** Tells whether an act of which some words are not known could break a rule that names its program, at this trust level. */
  mayBreak(act: Act, which: 'any' | 'values', trust: number): boolean {
    const could = ({ rule, condition }: Entry) =>
      (rule.trust === undefined || trust < rule.trust) && mayMeet(act, condition, which);
    return (
      this.byProgram.get(act.program)?.some(could) === true ||
      [...this.byEffect.values(), this.others].some((entries) => entries.some(could))
    );
  }

  /**
   * The first rule that the act breaks at this trust level. Of what only prints its help, the redirections count; of a dry run also what
   * it reads and runs.
   */
  broken(act: Act, trust: number): Rule | undefined {
    const found = this.first(act, trust);
    if (!found || !(act.asksForHelp || act.isDryRun)) return found;
    const redirected = act.deed.redirects.length > 0 ? this.first(act.redirections, trust) : undefined;
    return this.worse(redirected, act.asksForHelp ? undefined : this.first(act, trust, holdsInDryRun));
  }

  private first(act: Act, trust: number, counts: (rule: Rule) => boolean = () => true): Rule | undefined {
    let first: Entry | undefined;
    const ask = (entries: readonly Entry[] = []) => {
      for (const entry of entries) {
        if (first && entry.at >= first.at) continue;
        if (entry.rule.trust !== undefined && trust >= entry.rule.trust) continue;
        if (counts(entry.rule) && meets(act, entry.condition)) first = entry;
      }
    };
    ask(this.byProgram.get(act.program));
    ask(this.others);
    for (const [effect, entries] of this.byEffect) if (act.places(effect).size > 0) ask(entries);
    return first?.rule;
  }

  /** Rules with phrases that hold at this trust level; the same list for the same level. */
  phrases(trust: number): readonly PhraseRule[] {
    const known = this.phrased.get(trust);
    if (known) return known;
    const found = this.rules.flatMap(({ phrases, trust: from, ...rule }) =>
      phrases && (from === undefined || trust < from) ? [{ ...rule, phrases: phrases.map(asPhrase) }] : [],
    );
    this.phrased.set(trust, found);
    return found;
  }

  /** The more severe of two. */
  worse(a: Rule | undefined, b: Rule | undefined): Rule | undefined {
    if (!a || !b) return a ?? b;
    return this.rules.indexOf(b) < this.rules.indexOf(a) ? b : a;
  }

  private enter(entry: Entry): void {
    const { program } = entry.condition;
    if (program && !program.some((name) => name.includes('*'))) {
      for (const name of new Set(program)) listOf(this.byProgram, name).push(entry);
      return;
    }
    const effect = [...effects, 'names' as const].find((standing) => entry.condition[standing] !== undefined);
    (effect ? listOf(this.byEffect, effect) : this.others).push(entry);
  }
}

/** A dry run changes nothing, but it reads what it would read otherwise. */
const holdsInDryRun = ({ code, category }: Rule) => code === 'credential_file_protected' || category === 'remote-code';

function listOf<K>(lists: Map<K, Entry[]>, key: K): Entry[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const asPhrase = ({ with: also, ...phrase }: NonNullable<Rule['phrases']>[number]): Phrase => ({
  ...phrase,
  ...(also && { with: also }),
});
