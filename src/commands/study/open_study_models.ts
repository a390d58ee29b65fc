import { UserError } from '../../contract/input/user_error.js';
import type { PriceBook } from '../../gateway/meter/price_book.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { ModelOptions } from '../models/model_options.js';
import { type ModelContext, type OpenModels, openModels, requireUpstream } from '../models/open_models.js';
import type { Study, StudyAgent } from './study.js';

/** Models of all agents of a study. Agents with the same model options share them. */
export interface StudyModels {
  /** Returns the models of an agent. */
  getModels(agent: StudyAgent): ModelConfig | undefined;
  /** Returns the redaction of an agent's records; undefined = by the shipped rules. */
  getRedaction(agent: StudyAgent): OpenModels['redaction'] | undefined;
  /** Judge model of the study; undefined = none is named. */
  judge: ModelConfig | undefined;
  /** Models of all agents, each once. */
  models: readonly ModelConfig[];
  /** Prices of everything that is no request to a model, the same for all agents. */
  prices: PriceBook | undefined;
  keys: readonly string[];
  warnings: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the models of all agents of a study, and its judge model.
 *
 * @throws {UserError} for everything that is wrong, before any request
 */
export async function openStudyModels(
  { agents, judge_models }: Pick<Study, 'agents' | 'judge_models'>,
  context: ModelContext,
): Promise<StudyModels> {
  const opened = new Map<string, OpenModels | undefined>();
  const all = () => [...opened.values()].filter((one) => one !== undefined);
  const close = async () => void (await Promise.all(all().map((one) => one.close())));
  try {
    for (const { models, at: location } of [...agents, { models: judge_models, at: '' }]) {
      if (models === undefined || opened.has(toCanonicalJson(models))) continue;
      opened.set(toCanonicalJson(models), await openModelsAt(models, location, context));
    }
    if (judge_models) requireJudgeUpstream(judge_models, opened.get(toCanonicalJson(judge_models)));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    getModels: ({ models }) => (models === undefined ? undefined : opened.get(toCanonicalJson(models))?.models),
    getRedaction: ({ models }) => (models === undefined ? undefined : opened.get(toCanonicalJson(models))?.redaction),
    judge: judge_models && opened.get(toCanonicalJson(judge_models))?.judge,
    models: all().flatMap(({ models }) => models ?? []),
    prices: all().find(({ prices }) => prices !== undefined)?.prices,
    keys: [...new Set(all().flatMap(({ keys }) => keys))],
    warnings: [...new Set(all().flatMap(({ warnings }) => warnings))],
    close,
  };
}

/** Requires that an upstream of the run has the judge model. Those of agents are not asked: they grade nothing. */
function requireJudgeUpstream({ judge }: ModelOptions, opened: OpenModels | undefined): void {
  if (opened?.judge === undefined) requireUpstream('--judge-model', judge, opened?.models?.upstreams ?? []);
}

async function openModelsAt(models: ModelOptions, at: string, context: ModelContext): Promise<OpenModels | undefined> {
  try {
    return await openModels(models, context);
  } catch (error) {
    throw withLocation(error, at);
  }
}

/** Returns a user's mistake with a location before its text; other errors unchanged. */
export function withLocation(error: unknown, at: string): unknown {
  if (at === '' || !(error instanceof UserError)) return error;
  const [first = '', ...more] = error.lines;
  return new UserError([`${at}: ${first}`, ...more], error.remedy);
}
