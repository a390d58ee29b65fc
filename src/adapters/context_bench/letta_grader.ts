import { RowFault } from '../rows/read_names.js';
import { type LettaJudge, readLettaJudge } from './letta_judge.js';

/** Graders that need no model, by the name that `--grader` accepts. */
export const LETTA_GRADERS = {
  exact: 'the answer is the ground truth, without blanks around both',
  contains: 'the answer contains the ground truth, in any case',
  regex: 'the ground truth is a pattern that is found in the answer',
} as const;
export type LettaGrader = keyof typeof LETTA_GRADERS | 'printable-ascii';

/** Names of the built-in graders in a suite. */
const FUNCTIONS: Readonly<Record<string, LettaGrader>> = {
  exact_match: 'exact',
  contains: 'contains',
  regex_match: 'regex',
  ascii_printable_only: 'printable-ascii',
};

/** Grading of a suite: a grader that a check can apply, a judge model, or the reason why there is neither. */
export type LettaGrading = { grader: LettaGrader } | { judge: LettaJudge } | { problem: string };

/** Longest excerpt of somebody's text in a message. */
const EXCERPT = 60;

/**
 * Chooses the grader that decides the reward of a suite.
 *
 * @param suite path of the suite
 */
export function chooseLettaGrading(graders: unknown, reward: unknown, suite: string): LettaGrading {
  if (typeof graders !== 'object' || graders === null || Array.isArray(graders) || Object.keys(graders).length === 0)
    return { problem: 'the suite has no graders' };
  const entries = Object.entries(graders as Record<string, unknown>);
  const key = (reward as { metric_key?: unknown } | undefined)?.metric_key;
  // Suites of the benchmark name a key that they do not have; with one grader there is nothing to choose.
  const chosen = entries.find(([name]) => name === key) ?? (entries.length === 1 ? entries[0] : undefined);
  if (chosen === undefined)
    return { problem: `the suite has ${entries.length} graders, and reward.metric_key names none of them` };
  const [name, value] = chosen;
  const { kind, function: made_by, extractor = 'last_assistant' } = (value ?? {}) as Record<string, unknown>;
  if (kind === 'model_judge') {
    const judge = readLettaJudge(value as Record<string, unknown>, suite);
    if (!('problem' in judge)) return { judge };
    const instead = '--grader (contains, exact, regex) grades without a model, and not as the benchmark does';
    return { problem: `its grader "${excerpt(name)}" cannot be asked: ${judge.problem}; ${instead}` };
  }
  const grader = typeof made_by === 'string' && Object.hasOwn(FUNCTIONS, made_by) ? FUNCTIONS[made_by] : undefined;
  if (kind !== 'tool' || grader === undefined)
    return { problem: `its grader "${excerpt(name)}" is ${describe(kind, made_by)}, which has no counterpart here` };
  if (extractor !== 'last_assistant' && extractor !== 'last_turn')
    return {
      problem: `its extractor ${JSON.stringify(excerpt(String(extractor)))} takes something else than the answer`,
    };
  return { grader };
}

const excerpt = (text: string): string => text.slice(0, EXCERPT);
const describe = (kind: unknown, made_by: unknown): string =>
  excerpt(`${String(kind)} ${typeof made_by === 'string' ? JSON.stringify(made_by) : ''}`.trim());

/** Groups and anchors of Python that JavaScript does not have, or means otherwise. */
const PYTHON_ONLY = /\(\?P[=>]|\(\?[aiLmsux]*-[imsx]+:|\\[AZ]|\(\?\(/;

/**
 * Converts a pattern of Python into one of JavaScript.
 *
 * @throws {RowFault} if it is no pattern, or has parts that mean something else there
 */
export function convertPythonPattern(pattern: string): { source: string; flags: string } {
  const [whole, flags = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [''];
  const source = pattern.slice(whole.length).replace(/\(\?P</g, '(?<');
  if (PYTHON_ONLY.test(source))
    throw new RowFault(`ground_truth has a pattern that only Python reads: ${JSON.stringify(excerpt(pattern))}`);
  try {
    new RegExp(source, flags);
  } catch {
    throw new RowFault(`ground_truth is no pattern: ${JSON.stringify(excerpt(pattern))}`);
  }
  return { source, flags: [...new Set(flags)].join('') };
}
