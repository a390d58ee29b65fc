import { z } from 'zod';
import type { Configuration } from '../../record/result.js';
import { type ArmUnits, byText } from './units.js';

const names = z.array(z.string());

/** What somebody needs to do the runs of an arm again (G10; executable contracts §6.3, fourth), and what was not the same throughout. */
export const reproducibilitySchema = z.strictObject({
  arm: z.string(),
  configurations: z.int().describe('different ones among its attempts; tasks may differ in tools, lockfiles and image'),
  agent_identities: names,
  models: names.describe('that the agent was told to use'),
  temperatures: z.array(z.number()).describe('that requests asked for; empty = the default of the model'),
  sandbox_classes: names,
  images: names,
  tools: names.describe('each with its version'),
  lockfiles: z.int().describe('different ones'),
  caps: names,
  differing: z
    .array(z.strictObject({ what: z.string(), where: z.string(), values: z.int() }))
    .describe('what changed among attempts that should be alike: an independent run cannot set this up'),
});
export type Reproducibility = z.infer<typeof reproducibilitySchema>;

/** What has to be the same in all attempts of an arm, and what only among those of one task. */
const OF_ARM = ['agent_identity', 'model', 'sandbox_class', 'caps'] as const;
const OF_TASK = ['tools', 'lockfiles', 'image'] as const;

export function reproducibilityOf({ arm, units }: ArmUnits): Reproducibility {
  const all = distinct(units.flatMap(({ trials }) => trials.map(({ configuration }) => configuration)));
  const differing = OF_ARM.flatMap((what): Reproducibility['differing'] => {
    const values = distinct(all.map((configuration) => configuration[what])).length;
    return values > 1 ? [{ what, where: 'the arm', values }] : [];
  });
  for (const what of OF_TASK)
    for (const { task, trials } of units) {
      const values = distinct(trials.map(({ configuration }) => configuration[what])).length;
      if (values > 1) differing.push({ what, where: task, values });
    }
  const texts = (of: (configuration: Configuration) => readonly (string | null)[]) =>
    [...new Set(all.flatMap(of).filter((text) => text !== null))].sort(byText);
  return {
    arm: arm.id,
    configurations: all.length,
    agent_identities: texts(({ agent_identity }) => [agent_identity]),
    models: texts(({ model }) => [model]),
    temperatures: [...new Set(all.flatMap(({ temperatures }) => temperatures))].sort((a, b) => a - b),
    sandbox_classes: texts(({ sandbox_class }) => [sandbox_class]),
    images: texts(({ image }) => [image]),
    tools: texts(({ tools }) => Object.entries(tools).map(([tool, version]) => `${tool} ${version}`)),
    lockfiles: texts(({ lockfiles }) => Object.entries(lockfiles).map(([path, sha256]) => `${path} ${sha256}`)).length,
    caps: texts(({ caps }) => [caps === null ? null : capsInWords(caps)]),
    differing,
  };
}

/** One of each that are written alike. Objects that are shared are written once. */
function distinct<T>(values: readonly T[]): T[] {
  const written = new Map([...new Set(values)].map((value) => [JSON.stringify(value), value]));
  return [...written.values()];
}

function capsInWords({ usd, tokens }: NonNullable<Configuration['caps']>): string {
  return [usd === null ? [] : [`${usd} USD`], tokens === null ? [] : [`${tokens} tokens`]].flat().join(', ');
}
