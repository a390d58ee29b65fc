import { z } from 'zod';
import type { AttemptConfiguration } from '../../../record/verdict/attempt_result.js';
import { type ArmUnits, compareByCodeUnit } from '../trials/arm_units.js';

const namesSchema = z.array(z.string());

/** Configuration that is needed to repeat the runs of an arm (requirement G10), and what varied within it. */
export const reproducibilitySchema = z.strictObject({
  arm: z.string(),
  configurations: z.int().describe('different ones among its attempts; tasks may differ in tools, lockfiles and image'),
  agent_identities: namesSchema,
  models: namesSchema.describe('that the agent was told to use'),
  temperatures: z.array(z.number()).describe('that requests asked for; empty = the default of the model'),
  sandbox_classes: namesSchema,
  images: namesSchema,
  tools: namesSchema.describe('each with its version'),
  lockfiles: z.int().describe('different ones'),
  caps: namesSchema,
  differing: z
    .array(z.strictObject({ what: z.string(), where: z.string(), values: z.int() }))
    .describe('what changed among attempts that should be alike: an independent run cannot set this up'),
});
type Reproducibility = z.infer<typeof reproducibilitySchema>;

/** Conditions that must be the same in all attempts of an arm. */
const ARM_CONDITIONS = ['agent_identity', 'model', 'sandbox_class', 'caps'] as const;
/** Conditions that must be the same among the attempts at one task. */
const TASK_CONDITIONS = ['tools', 'lockfiles', 'image'] as const;

/** Describes what is needed to repeat the runs of an arm. */
export function describeReproducibility({ arm, units }: ArmUnits): Reproducibility {
  const all = removeDuplicates(units.flatMap(({ trials }) => trials.map(({ configuration }) => configuration)));
  const differing = ARM_CONDITIONS.flatMap((what): Reproducibility['differing'] => {
    const values = removeDuplicates(all.map((configuration) => configuration[what])).length;
    return values > 1 ? [{ what, where: 'the arm', values }] : [];
  });
  for (const condition of TASK_CONDITIONS)
    for (const { task, trials } of units) {
      const values = removeDuplicates(trials.map(({ configuration }) => configuration[condition])).length;
      if (values > 1) differing.push({ what: condition, where: task, values });
    }
  const texts = (of: (configuration: AttemptConfiguration) => readonly (string | null)[]) =>
    [...new Set(all.flatMap(of).filter((text) => text !== null))].sort(compareByCodeUnit);
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
    caps: texts(({ caps }) => [caps === null ? null : formatCaps(caps)]),
    differing,
  };
}

/** Removes values with the same JSON. Shared objects are serialised once. */
function removeDuplicates<T>(values: readonly T[]): T[] {
  const by_json = new Map([...new Set(values)].map((value) => [JSON.stringify(value), value]));
  return [...by_json.values()];
}

function formatCaps({ usd, tokens }: NonNullable<AttemptConfiguration['caps']>): string {
  return [usd === null ? [] : [`${usd} USD`], tokens === null ? [] : [`${tokens} tokens`]].flat().join(', ');
}
