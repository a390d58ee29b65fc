import type { Act } from './act.js';
import { meets } from './condition.js';
import type { Severity } from './guard.js';
import type { Condition, Rule } from './rule.js';
import type { Phrase, PhraseRule } from './text/finding.js';

export const ORDER: Readonly<Record<Severity, number>> = { catastrophic: 0, severe: 1, risky: 2 };

/** Rules in the order in which they are asked, those of each program at hand. */
export class RuleBook {
  /** The most severe first; otherwise in the order in which they are written. */
  readonly rules: readonly Rule[];
  private readonly byProgram = new Map<string, { rule: Rule; condition: Condition; at: number }[]>();
  private readonly phrased = new Map<number, readonly PhraseRule[]>();
  private readonly general: { rule: Rule; condition: Condition; at: number }[] = [];

  constructor(rules: readonly Rule[]) {
    this.rules = [...rules].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
    this.rules.forEach((rule, at) => {
      for (const condition of rule.match ?? []) {
        const entry = { rule, condition, at };
        if (condition.program === undefined || condition.program.some((name) => name.includes('*')))
          this.general.push(entry);
        else for (const name of condition.program) this.of(name).push(entry);
      }
    });
  }

  /** The first rule that the act breaks at this trust level. */
  broken(act: Act, trust: number): Rule | undefined {
    if (act.asksForHelp) return undefined;
    let first: { rule: Rule; at: number } | undefined;
    for (const entries of [this.byProgram.get(act.program), this.general])
      for (const { rule, condition, at } of entries ?? []) {
        if (first && at >= first.at) continue;
        if (rule.trust !== undefined && trust >= rule.trust) continue;
        if (meets(act, condition)) first = { rule, at };
      }
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

  private of(name: string) {
    const entries = this.byProgram.get(name) ?? [];
    this.byProgram.set(name, entries);
    return entries;
  }
}

const asPhrase = ({ with: also, ...phrase }: NonNullable<Rule['phrases']>[number]): Phrase => ({
  ...phrase,
  ...(also && { with: also }),
});
