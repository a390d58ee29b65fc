import type { Contract } from '../../contract/contract_schema.js';
import { type BriefingText, listBriefingTexts, type TextOrigin } from '../../contract/leaks/briefing_text.js';
import { createGuard } from '../../guard/create_guard.js';
import { type GuardVerdict, SEVERITY_ORDER } from '../../guard/guard.js';
import type { GuardRule } from '../../guard/rules/guard_rule.js';
import type { BriefingRisk } from '../../record/manifest/manifest.js';

/** Characters that the guard reads at a time; longer texts are judged in pieces that end with a line. */
const PIECE = 16_000;
/** Categories of verdicts on text that the guard cannot read: a sentence of an issue is no command. */
const UNREAD_CATEGORIES = new Set(['unreadable', 'unparsed']);

/**
 * Asks the guard about everything that agents are told of a task, with the least trust there is.
 *
 * @param rules those of the guard; default: the shipped ones
 * @returns the most severe answer; undefined if the text asks for nothing dangerous
 */
export function assessBriefingRisk(
  contract: Contract,
  rules?: readonly GuardRule[],
): Omit<BriefingRisk, 'restricted'> | undefined {
  const guard = createGuard(rules);
  let worst: Omit<BriefingRisk, 'restricted'> | undefined;
  for (const { field, text, line } of listBriefingTexts(contract).flatMap(splitPieces)) {
    const answer = guard.judge({ text }, { trust: 0 });
    if (answer.verdict === 'allow' || UNREAD_CATEGORIES.has(answer.category)) continue;
    if (worst && SEVERITY_ORDER[worst.severity] <= SEVERITY_ORDER[answer.severity]) continue;
    const { rule, category, severity, reason } = answer;
    worst = { rule, category, severity, reason, told: { field, line: line + findRiskyLine(guard, text, answer) } };
  }
  return worst;
}

/** Returns the index of the first line that the same rule denies alone; 0 if there is none. */
function findRiskyLine(
  guard: ReturnType<typeof createGuard>,
  text: string,
  { rule }: Extract<GuardVerdict, { verdict: 'deny' }>,
): number {
  const lines = text.split('\n');
  const index = lines.slice(0, 500).findIndex((line) => {
    const answer = guard.judge({ text: line }, { trust: 0 });
    return answer.verdict === 'deny' && answer.rule === rule;
  });
  return Math.max(0, index);
}

function splitPieces({ field, text }: BriefingText): (BriefingText & TextOrigin)[] {
  const pieces: (BriefingText & TextOrigin)[] = [];
  let [piece, line, begun]: [string[], number, number] = [[], 1, 1];
  let size = 0;
  for (const each of text.split('\n')) {
    if (size + each.length > PIECE && piece.length > 0) {
      pieces.push({ field, text: piece.join('\n'), line: begun });
      [piece, size, begun] = [[], 0, line];
    }
    piece.push(each.slice(0, PIECE));
    size += each.length + 1;
    line += 1;
  }
  return [...pieces, { field, text: piece.join('\n'), line: begun }];
}
