import { formatAblation } from '../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { escapeLogLine } from '../../publish/text/escape_text.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { Variation } from '../../record/manifest/engine_version.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { digestBriefing, selectModels } from '../../run/attempt/attempt_spec.js';
import { digestModelAccess, formatPriceSources } from '../../run/attempt/report/describe_configuration.js';
import { describeModel } from '../../run/model_access/describe_model.js';
import type { RunOptions } from '../study/run_options.js';
import type { RecordedConfiguration } from './read_recorded_configuration.js';

/** Difference between a recorded configuration and the one that is to be run. */
interface ConfigurationDifference {
  variation: Variation;
  recorded: string;
  now: string;
}

/** Remedies beside that of declaring the difference. */
const REMEDIES: Partial<Record<Variation, string>> = {
  agent: 'name the agent with --agent',
  contract: 'name the contract of that version',
  rules: 'give the rules with --coordination-rules FILE',
  prices: 'give the table of prices with --prices FILE',
  redaction: 'give the rules with --redaction FILE',
  judge: 'give the judge model of the record with --judge-model, and what reaches it with --upstream or --models',
  model: 'give what reaches the model with --model, --upstream or --models, and its steering with --steering',
};

/**
 * Requires that the configuration of a replication is that of the record in all that was not declared to vary, and
 * differs in all that was.
 *
 * @param specs planned attempts, all of one contract and agent
 * @throws {UserError} naming each difference with what it was and is
 */
export function requireDeclaredVariation(
  recorded: RecordedConfiguration,
  specs: readonly AttemptSpec[],
  { replicate, sandbox }: Pick<RunOptions, 'replicate' | 'sandbox'>,
): void {
  const declared = new Set(replicate?.vary);
  const differences = findConfigurationDifferences(recorded, specs, sandbox);
  const undeclared = differences.filter(({ variation }) => !declared.has(variation));
  if (undeclared.length > 0)
    throw new UserError(
      [
        `${recorded.shown}: the configuration is another than the record's:`,
        ...undeclared.map(({ variation, recorded: before, now }) => `  ${variation}: recorded ${before}, now ${now}`),
      ],
      formatRemedy(undeclared.map(({ variation }) => variation)),
    );
  const variations = new Set(differences.map(({ variation }) => variation));
  const idle = [...declared].find((variation) => !variations.has(variation));
  if (idle === 'briefing' && variations.has('contract'))
    throw new UserError(
      '--vary briefing is declared, and the contract is another one: its briefing is part of that',
      'Leave --vary briefing out: --vary contract declares both.',
    );
  if (idle !== undefined)
    throw new UserError(
      `--vary ${idle} is declared, and the ${idle} is the same as in the record`,
      'Give the other value, or leave the declaration out: what the records say has to be true.',
    );
}

function formatRemedy(variations: readonly Variation[]): string {
  const [first] = variations;
  const flags = variations.map((variation) => `--vary ${variation}`).join(' ');
  const remedy = first && REMEDIES[first];
  const alternative = remedy ? `${remedy}, or ` : '';
  const text = `${alternative}declare the difference with ${flags}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function findConfigurationDifferences(
  { result, manifest }: RecordedConfiguration,
  specs: readonly AttemptSpec[],
  sandbox: RunOptions['sandbox'],
): ConfigurationDifference[] {
  const [{ loaded, agent, ablation, rules, models, judge: named_judge }] = specs as [AttemptSpec, ...AttemptSpec[]];
  const { configuration, contract } = result;
  const { conditions } = configuration;
  const model = describeModel(selectModels(agent, models));
  const judge = describeModel(named_judge);
  const differences: ConfigurationDifference[] = [];
  const note = (variation: Variation, before: unknown, after: unknown, detail = '') => {
    const [recorded, now] = [formatValue(before), formatValue(after)];
    if (toCanonicalJson(before) !== toCanonicalJson(after))
      differences.push({ variation, recorded, now: `${now}${detail}` });
  };
  note('contract', contract.version, loaded.version, manifest ? formatChange(manifest.contract.body, loaded) : '');
  // A briefing differs with its contract; alone it is title or commands, which no contract version binds.
  if (contract.version === loaded.version && conditions)
    note('briefing', conditions.briefing, digestBriefing(loaded.contract));
  note('agent', configuration.agent_identity, agent.identity);
  note('mechanisms', result.ablation, formatAblation(ablation));
  note('caps', configuration.caps, loaded.caps ?? null);
  const ways = [configuration.model, conditions ? conditions.model_access : null];
  note('model', ways, [model?.name ?? null, conditions ? digestModelAccess(model) : null]);
  if (conditions) {
    const now = omitUndefined({ contract: loaded.rules?.sha256, suite: rules?.sha256 });
    if (contract.version === loaded.version) note('rules', conditions.rules, now);
    else note('rules', conditions.rules.suite ?? null, rules?.sha256 ?? null);
    note('prices', conditions.prices, formatPriceSources(model ?? judge));
    note('redaction', conditions.redaction, (model ?? judge)?.redaction_sha256 ?? null);
    const { judge_model = null, judge_access = null } = conditions;
    // Another contract may need no judge model.
    if (contract.version === loaded.version || (judge_model !== null && judge))
      note('judge', [judge_model, judge_access], [judge?.name ?? null, digestModelAccess(judge)]);
  }
  const seeds = [...new Set(specs.map(({ seed }) => seed))];
  if (seeds.some((seed) => seed !== result.seed))
    differences.push({ variation: 'seed', recorded: String(result.seed), now: seeds.join(', ') });
  if (sandbox !== 'auto') note('sandbox', result.sandbox.backend, sandbox);
  return differences;
}

/** Formats a value of a configuration for a message; digests are shortened. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value.replace(/\b[0-9a-f]{40,64}\b/g, (digest) => digest.slice(0, 12));
  if (Array.isArray(value)) return value.map(formatValue).join(' ');
  const fields = Object.entries(value).map(
    ([name, of]) => `${name} ${formatValue(typeof of === 'number' ? `${of}` : of)}`,
  );
  return fields.length === 0 ? 'none' : fields.join(', ');
}

function formatChange(body: LoadedContract['contract'], { contract }: LoadedContract): string {
  const changed = listChangedFields(body, contract);
  const shown = changed.slice(0, 5).join(', ');
  if (changed.length === 0) return ' (its hidden files differ)';
  const more = changed.length > 5 ? ` and ${changed.length - 5} more fields` : '';
  return ` (${shown}${more} ${changed.length === 1 ? 'differs' : 'differ'})`;
}

/** Deepest field that is named; a difference below it is one of that field. */
const MAX_DEPTH = 4;

/**
 * Lists the paths of fields in which two values of JSON differ, in the order of their names. An absent field is the
 * same as one without a value.
 */
function listChangedFields(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (isPlainObject(before) && isPlainObject(after) && path.length < MAX_DEPTH) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => listChangedFields(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && path.length < MAX_DEPTH)
    return before.flatMap((item, i) => listChangedFields(item, after[i], [...path, String(i)]));
  return toText(before) === toText(after) ? [] : [path.join('.')];
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text that is the same for the same value, whatever the order of its fields. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isPlainObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? '';

/**
 * Formats the line that says, before the first trial, what is run for a replication: most of it comes from the record,
 * which anybody can have made.
 */
export function formatReplicationLine(
  { shown }: Pick<RecordedConfiguration, 'shown'>,
  { loaded, agent, models, judge: named_judge }: Pick<AttemptSpec, 'loaded' | 'agent' | 'models' | 'judge'>,
  { agents }: Pick<RunOptions, 'agents'>,
): string {
  const model = describeModel(selectModels(agent, models));
  const request =
    model && `model ${model.name ?? 'of its choice'} at ${model.upstreams.map(({ url }) => url).join(', ')}`;
  const judge = describeModel(named_judge);
  const graded = judge ? `, judge model ${judge.name} at ${judge.upstreams.map(({ url }) => url).join(', ')}` : '';
  return escapeLogLine(
    `replicating ${shown}: contract ${loaded.shown}, agent ${agents[0] ?? agent.name}, ` +
      `${request ?? 'no model'}${graded}`,
  );
}
