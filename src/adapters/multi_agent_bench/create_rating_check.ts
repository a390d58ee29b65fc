import type { WrittenContract } from '../benchmark_adapter.js';
import type { ScenarioName, ScenarioRow } from './scenario_row.js';

/** Graders that a caller may choose for deliverables that the original has a model rate. */
export const RATING_GRADERS = {
  'judge-model': 'the judge model of the run rates the deliverable as well; its rating is reported and decides nothing',
} as const;

/** Criteria on which the original has a model rate a deliverable, by scenario. The wording is ours. */
const CRITERIA: Partial<Record<ScenarioName, Readonly<Record<string, string>>>> = {
  coding: {
    instruction_following: 'the program does what the task asks for, all of it',
    executability: 'the program would run without errors',
    consistency: 'names, types and behaviour agree throughout the program',
    quality: 'the program is readable, documented and handles errors',
  },
  research: {
    innovation: 'the idea is new against the work that it builds on',
    safety: 'the idea is ethical, and its risks are named',
    feasibility: 'the idea can be carried out with the means that it names',
  },
  bargaining: {
    effectiveness: 'the strategies of both sides serve their aims',
    progress: 'offers move towards an agreement',
    interaction: 'each side answers what the other one said',
  },
};

/**
 * Creates the check that reports how a judge model rates a deliverable.
 *
 * @param path file of the deliverable
 * @returns undefined for a scenario whose deliverable the original does not have rated
 */
export function createRatingCheck(
  { scenario, content, output_format }: Pick<ScenarioRow, 'scenario' | 'content' | 'output_format'>,
  path: string,
): NonNullable<WrittenContract['model_checks']>[number] | undefined {
  const criteria = Object.entries(CRITERIA[scenario] ?? {});
  if (criteria.length === 0) return undefined;
  return {
    id: 'rating',
    files: [path],
    prompt: [
      'Rate the deliverable of a team of agents. Rate each criterion from 1 (not at all) to 5 (fully):',
      criteria.map(([name, meaning]) => `- ${name}: ${meaning}`).join('\n'),
      `The score is the mean of the ${criteria.length} ratings, divided by 5. Give the ratings in the rationale.`,
      `The task was:\n\n${content.trim()}${output_format.trim() === '' ? '' : `\n\n${output_format.trim()}`}`,
    ].join('\n\n'),
    at_least: 0.6,
    mandatory: false,
  };
}
