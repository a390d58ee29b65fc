import { escapeLogLine } from '../../publish/text/escape_text.js';
import { type AttemptSpec, selectModels } from '../../run/attempt/attempt_spec.js';
import { describeModel } from '../../run/model_access/describe_model.js';
import type { RunOptions } from '../study/run_options.js';
import type { RecordedConfiguration } from './read_recorded_configuration.js';

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
  const asked =
    model && `model ${model.name ?? 'of its choice'} at ${model.upstreams.map(({ url }) => url).join(', ')}`;
  const judge = describeModel(named_judge);
  const graded = judge ? `, judge model ${judge.name} at ${judge.upstreams.map(({ url }) => url).join(', ')}` : '';
  return escapeLogLine(
    `replicating ${shown}: contract ${loaded.shown}, agent ${agents[0] ?? agent.name}, ${asked ?? 'no model'}${graded}`,
  );
}
