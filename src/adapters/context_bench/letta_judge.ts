import { dirname, join } from 'node:path';
import { isKeepablePath } from '../../contract/input/get_workspace_root.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import { RowFault } from '../rows/read_names.js';

/** Grader of a suite that is a judge model. */
export interface LettaJudge {
  /** Model that the suite asks. A run names its own. */
  model: string;
  /** Rubric of the suite; undefined = each sample has its own. */
  rubric: string | undefined;
  /** Object of the grading: the answer in a file, or all files that the agent makes. */
  scope: 'answer' | 'files';
}

/** Text that stands for the submission, which follows the rubric. */
const SUBMISSION = '(the answer at the end of this message)';

/** Extractors by what they take of an agent. */
const SCOPES: Readonly<Record<string, LettaJudge['scope']>> = {
  last_assistant: 'answer',
  last_turn: 'answer',
  sandbox_files_extractor: 'files',
};

/** Largest rubric, in bytes. */
const MAX_RUBRIC = 256 * 1024;

/**
 * Reads a grader of kind `model_judge`.
 *
 * @param suite path of the suite, beside which the rubric lies
 * @returns the grader, or the reason why it has no counterpart
 */
export function readLettaJudge(grader: Record<string, unknown>, suite: string): LettaJudge | { problem: string } {
  const { prompt, prompt_path, model, system_prompt, extractor = 'last_assistant' } = grader;
  const name = String(extractor).split(':').at(-1)!;
  const scope = Object.hasOwn(SCOPES, name) ? SCOPES[name]! : undefined;
  if (scope === undefined)
    return {
      problem: `its judge model reads what the extractor ${JSON.stringify(name.slice(0, 60))} takes, which no file has`,
    };
  if (typeof system_prompt === 'string' && system_prompt.trim() !== '')
    return { problem: 'its judge model has a system prompt of its own, which has no counterpart here' };
  const rubric = typeof prompt === 'string' ? prompt : prompt_path;
  if (rubric === undefined || typeof prompt === 'string')
    return { model: toModelName(model), rubric: rubric as string | undefined, scope };
  const read = readRubricFile(String(rubric), suite);
  return 'problem' in read ? read : { model: toModelName(model), rubric: read.text, scope };
}

const toModelName = (model: unknown): string => (typeof model === 'string' ? model.slice(0, 100) : 'gpt-4o-mini');

/** Reads a rubric beside the suite. */
export function readRubricFile(path: string, suite: string): { text: string } | { problem: string } {
  const shown = JSON.stringify(path.slice(0, 100));
  if (!isKeepablePath(path) || path.includes('\\'))
    return { problem: `the rubric ${shown} is no path of a file beside the suite` };
  try {
    return { text: readRegularFile(join(dirname(suite), path), MAX_RUBRIC).toString('utf8') };
  } catch (error) {
    return { problem: `the rubric ${shown} cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/**
 * Fills a rubric as the benchmark does: `{name}` is replaced once, and doubled braces are single ones. The submission
 * is not known yet, so a reference to it takes its place.
 *
 * @throws {RowFault} for a name without a value, and for what only Python formats
 */
export function fillRubric(rubric: string, values: Readonly<Record<string, string>>): string {
  const variables: Record<string, string> = { ...values, submission: SUBMISSION };
  return rubric.replace(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (found, name: string | undefined) => {
    if (found === '{{') return '{';
    if (found === '}}') return '}';
    if (name !== undefined && Object.hasOwn(variables, name)) return variables[name]!;
    throw new RowFault(
      name !== undefined && /^\w+$/.test(name)
        ? `the rubric names {${name.slice(0, 60)}}, and the row has no value for it`
        : `the rubric has ${JSON.stringify(found.slice(0, 60))}, which only Python formats`,
    );
  });
}
