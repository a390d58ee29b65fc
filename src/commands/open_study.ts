import { UserError } from '../contract/user_error.js';
import { canonical } from '../record/canonical.js';
import type { PriceBook } from '../run/gateway/meter/price.js';
import type { Models } from '../run/gateway/models.js';
import type { ModelsOrder } from './models_order.js';
import { type ModelSurroundings, type OpenModels, openModels } from './open_models.js';
import type { StudyAgent } from './study.js';

/** The models of all agents of a study. Agents that say the same of their models share them. */
export interface OpenStudy {
  of(agent: StudyAgent): Models | undefined;
  /** All that were opened. */
  models: readonly Models[];
  /** Of everything that is no request to a model: the same for all. */
  prices: PriceBook | undefined;
  keys: readonly string[];
  warnings: readonly string[];
  close(): Promise<void>;
}

/** @throws {UserError} for everything that is wrong about them, before anything is asked */
export async function openStudy(agents: readonly StudyAgent[], around: ModelSurroundings): Promise<OpenStudy> {
  const opened = new Map<string, OpenModels | undefined>();
  const all = () => [...opened.values()].filter((one) => one !== undefined);
  const close = async () => void (await Promise.all(all().map((one) => one.close())));
  try {
    for (const { models, at } of agents) {
      if (models === undefined || opened.has(canonical(models))) continue;
      opened.set(canonical(models), await openAt(models, at, around));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    of: ({ models }) => (models === undefined ? undefined : opened.get(canonical(models))?.models),
    models: all().flatMap(({ models }) => models ?? []),
    prices: all()[0]?.prices,
    keys: [...new Set(all().flatMap(({ keys }) => keys))],
    warnings: [...new Set(all().flatMap(({ warnings }) => warnings))],
    close,
  };
}

async function openAt(models: ModelsOrder, at: string, around: ModelSurroundings): Promise<OpenModels | undefined> {
  try {
    return await openModels(models, around);
  } catch (error) {
    throw placed(error, at);
  }
}

/** A mistake of the caller's with the line of the suite before it; every other error as it is. */
export function placed(error: unknown, at: string): unknown {
  if (at === '' || !(error instanceof UserError)) return error;
  const [first = '', ...more] = error.lines;
  return new UserError([`${at}: ${first}`, ...more], error.remedy);
}
