import type { Event } from '../../record/events/event.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import { formatStrengthFigure, hasStrength } from '../report/view/format_strength.js';
import { createModelSpans, listExchanges } from './create_model_spans.js';
import { createCheckSpans, createToolSpans } from './create_tool_spans.js';
import { genAiAttributes } from './gen_ai_attributes.js';
import { type OtelAttribute, toOtelAttributes } from './otel_attribute.js';
import { createSpanFactory, type OtelSpan, ROOT_SPAN_KEY, type SpanDraft } from './otel_span.js';
import { AGENT_SPAN_KEY, computeAgentInterval, createStageSpans, listStageIntervals } from './stage_interval.js';

/** Record to export; without a report it was never sealed. */
export interface ExportedRecord {
  manifest: Manifest;
  events: readonly Event[];
  report?: AttemptReport | undefined;
}

/** Traces message of OTLP, in its JSON form. */
interface TracesData {
  resourceSpans: { resource: { attributes: OtelAttribute[] }; scopeSpans: { scope: OtelScope; spans: OtelSpan[] }[] }[];
}

export interface OtelScope {
  name: string;
  version: string;
}

/**
 * Converts an attempt to a trace. The attempt's span contains its stages and the agent's run; these contain the
 * requests to models, the tool calls and the commands of the contract.
 *
 * @param options.content true to include recorded messages, arguments and results
 */
export function toTraces(record: ExportedRecord, options: { content: boolean }): TracesData {
  const { manifest, events } = record;
  const frame = createSpanFactory(manifest, events);
  const stretches = listStageIntervals(events);
  const end = events.at(-1)?.t ?? 0;
  const { content } = options;
  const drafts: SpanDraft[] = [
    createAttemptSpan(record, end),
    ...createAgentSpan(manifest, stretches),
    ...createStageSpans(stretches, events),
    ...createModelSpans(listExchanges(events), { manifest, stretches, end, content }),
    ...createToolSpans(events, { stretches, content }),
    ...createCheckSpans(events, stretches),
  ];
  const spans = drafts.map((each) => frame.span(each));
  return {
    resourceSpans: [{ resource: toResource(manifest), scopeSpans: [{ scope: toScope(manifest), spans }] }],
  };
}

export const toResource = ({ harness }: Manifest) => ({
  attributes: toOtelAttributes({ 'service.name': harness.name, 'service.version': harness.version }),
});

export const toScope = ({ harness }: Manifest): OtelScope => ({ name: harness.name, version: harness.version });

/** Splits the message into parts of `size` spans, for collectors with a limit. */
export function splitTraces({ resourceSpans }: TracesData, size: number): TracesData[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      Array.from({ length: Math.ceil(spans.length / size) }, (_, i) => ({
        resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.slice(i * size, (i + 1) * size) }] }],
      })),
    ),
  );
}

function createAttemptSpan({ manifest, report }: ExportedRecord, end: number): SpanDraft {
  const { contract, agent, attempt_id } = manifest;
  const status = report?.verdict.status;
  return {
    key: ROOT_SPAN_KEY,
    name: `attempt ${contract.id}`,
    from: 0,
    to: end,
    attributes: {
      'gatebench.attempt.id': attempt_id,
      'gatebench.contract.id': contract.id,
      'gatebench.contract.version': contract.version,
      'gatebench.agent.name': agent.name,
      'gatebench.trial': manifest.trial,
      'gatebench.ablation': manifest.ablation,
      'gatebench.status': status,
      'gatebench.gate_vector': report?.verdict.gate_vector,
      'gatebench.strength':
        report && hasStrength(report) ? formatStrengthFigure(report.verdict.oracle.strength.bits) : undefined,
      'gatebench.record.head': report?.head,
    },
    // A failed attempt is a result, not an error of the span.
    error: status === undefined ? 'the record is not sealed' : undefined,
  };
}

function createAgentSpan({ agent, model }: Manifest, stretches: ReturnType<typeof listStageIntervals>): SpanDraft[] {
  const agent_interval = computeAgentInterval(stretches);
  if (!agent_interval) return [];
  return [
    {
      key: AGENT_SPAN_KEY,
      name: `invoke_agent ${agent.name}`,
      ...agent_interval,
      attributes: {
        [genAiAttributes.operation]: 'invoke_agent',
        [genAiAttributes.agent_name]: agent.name,
        [genAiAttributes.agent_id]: agent.identity,
        [genAiAttributes.request_model]: model?.name,
      },
    },
  ];
}
