import type { Trial } from '../trials/trial.js';

/** Value of a condition: a text, texts by name, or null if the record does not state it. */
export type ConditionValue = string | Readonly<Record<string, string>> | null;

/** Subjects of a condition: the repository, the task, the configuration of the run, or the agent under test. */
export const CONDITION_SUBJECTS = ['repository', 'task', 'configuration', 'agent'] as const;
type ConditionSubject = (typeof CONDITION_SUBJECTS)[number];

/** Condition under which runs are compared, with its subject. */
export interface ComparisonCondition {
  name: string;
  about: ConditionSubject;
  of: (trial: Trial) => ConditionValue;
}

const readRecorded =
  (value: (conditions: NonNullable<Trial['configuration']['conditions']>) => ConditionValue) => (trial: Trial) =>
    trial.configuration.conditions === undefined ? null : value(trial.configuration.conditions);

const NO_MODELS = 'no models';

/** Conditions under which two runs are comparable, in the order in which differences are declared. */
export const COMPARISON_CONDITIONS: readonly ComparisonCondition[] = [
  { name: 'repository', about: 'repository', of: ({ snapshot }) => (snapshot === '' ? null : snapshot) },
  { name: 'contract version', about: 'task', of: ({ version }) => version },
  { name: 'briefing', about: 'task', of: readRecorded(({ briefing }) => briefing) },
  { name: 'network policy', about: 'task', of: readRecorded(({ network }) => network) },
  { name: 'policy', about: 'task', of: readRecorded(({ policy }) => policy) },
  { name: 'budget', about: 'task', of: readRecorded(({ budget }) => budget) },
  { name: 'sandbox backend', about: 'configuration', of: ({ sandbox }) => sandbox },
  {
    name: 'isolation',
    about: 'configuration',
    of: ({ isolated }) => (isolated ? 'isolated' : 'not isolated'),
  },
  { name: 'sandbox class', about: 'configuration', of: ({ configuration }) => configuration.sandbox_class },
  { name: 'sandbox version', about: 'configuration', of: readRecorded(({ sandbox_version }) => sandbox_version) },
  { name: 'sandbox guarantees', about: 'configuration', of: readRecorded(({ guarantees }) => guarantees) },
  { name: 'image', about: 'configuration', of: ({ configuration }) => configuration.image ?? 'none' },
  { name: 'machine', about: 'configuration', of: readRecorded(({ machine }) => machine) },
  { name: 'tools', about: 'configuration', of: ({ configuration }) => configuration.tools },
  { name: 'lockfiles', about: 'configuration', of: ({ configuration }) => configuration.lockfiles },
  { name: 'gatebench version', about: 'configuration', of: ({ harness_version }) => harness_version },
  { name: 'runtime of gatebench', about: 'configuration', of: readRecorded(({ runtime }) => runtime) },
  { name: 'rubric', about: 'configuration', of: ({ rubric }) => rubric },
  { name: 'record schema', about: 'configuration', of: readRecorded(({ record_schema }) => String(record_schema)) },
  { name: 'seed', about: 'configuration', of: ({ seed }) => String(seed) },
  { name: 'caps of the run', about: 'configuration', of: ({ configuration: { caps } }) => formatCaps(caps) },
  { name: 'guardrail rules', about: 'configuration', of: readRecorded(({ rules }) => rules) },
  { name: 'prices', about: 'configuration', of: readRecorded(({ prices }) => prices ?? NO_MODELS) },
  { name: 'redaction rules', about: 'configuration', of: readRecorded(({ redaction }) => redaction ?? NO_MODELS) },
  { name: 'judge model', about: 'configuration', of: readRecorded(({ judge_model }) => judge_model ?? 'none') },
  {
    name: 'access to the judge model',
    about: 'configuration',
    of: readRecorded(({ judge_access }) => judge_access ?? 'none'),
  },
  { name: 'mechanisms switched off', about: 'agent', of: ({ ablation }) => ablation },
  { name: 'agent and its settings', about: 'agent', of: ({ configuration }) => configuration.agent_identity },
  { name: 'model', about: 'agent', of: ({ configuration }) => configuration.model ?? 'its own choice' },
  {
    name: 'temperatures',
    about: 'agent',
    of: ({ configuration }) => configuration.temperatures.join(', ') || 'default',
  },
  { name: 'access to models', about: 'agent', of: readRecorded(({ model_access }) => model_access ?? NO_MODELS) },
];

function formatCaps(caps: Trial['configuration']['caps']): string {
  if (caps === null) return 'none';
  return `${caps.usd ?? 'any'} USD, ${caps.tokens ?? 'any'} tokens`;
}
