import type { Event } from '../../record/events.js';
import type { Manifest } from '../../record/manifest.js';
import type { Report } from '../../record/result.js';
import { hasStrength, strengthFigure } from '../report/strength.js';
import { checkSpans, toolSpans } from './command_spans.js';
import { genAi } from './conventions.js';
import { exchangesOf, modelSpans } from './model_spans.js';
import { frameOf, ROOT, type Span, type Told } from './span.js';
import { AGENT, agentStretch, stageSpans, stretchesOf } from './stage_spans.js';
import { type KeyValue, keyValues } from './values.js';

/** A record as far as it is exported; without a report it was never sealed. */
export interface ExportedRecord {
  manifest: Manifest;
  events: readonly Event[];
  report?: Report | undefined;
}

/** OTLP's message for traces, in its JSON form. */
export interface TracesData {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { scope: Scope; spans: Span[] }[] }[];
}

export interface Scope {
  name: string;
  version: string;
}

/**
 * An attempt as a trace: the attempt, in it its stages and the agent's run, in these the requests to models, the calls of tools and the
 * commands of the contract.
 *
 * @param options.content messages, arguments and results too, as far as the record holds them
 */
export function tracesOf(record: ExportedRecord, options: { content: boolean }): TracesData {
  const { manifest, events } = record;
  const frame = frameOf(manifest, events);
  const stretches = stretchesOf(events);
  const end = events.at(-1)?.t ?? 0;
  const { content } = options;
  const told: Told[] = [
    attemptSpan(record, end),
    ...agentSpan(manifest, stretches),
    ...stageSpans(stretches, events),
    ...modelSpans(exchangesOf(events), { manifest, stretches, end, content }),
    ...toolSpans(events, { stretches, content }),
    ...checkSpans(events, stretches),
  ];
  const spans = told.map((each) => frame.span(each));
  return {
    resourceSpans: [{ resource: resourceOf(manifest), scopeSpans: [{ scope: scopeOf(manifest), spans }] }],
  };
}

export const resourceOf = ({ harness }: Manifest) => ({
  attributes: keyValues({ 'service.name': harness.name, 'service.version': harness.version }),
});

export const scopeOf = ({ harness }: Manifest): Scope => ({ name: harness.name, version: harness.version });

/** The message in parts of so many spans, for collectors that bound what they take at once. */
export function inBatches({ resourceSpans }: TracesData, size: number): TracesData[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      Array.from({ length: Math.ceil(spans.length / size) }, (_, i) => ({
        resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.slice(i * size, (i + 1) * size) }] }],
      })),
    ),
  );
}

function attemptSpan({ manifest, report }: ExportedRecord, end: number): Told {
  const { contract, agent, attempt_id } = manifest;
  const status = report?.verdict.status;
  return {
    key: ROOT,
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
        report && hasStrength({ agent, verdict: report.verdict })
          ? strengthFigure(report.verdict.oracle.strength.bits)
          : undefined,
      'gatebench.record.head': report?.head,
    },
    // A failed attempt is a result; an error is where there is none.
    error: status === undefined ? 'the record is not sealed' : undefined,
  };
}

function agentSpan({ agent, model }: Manifest, stretches: ReturnType<typeof stretchesOf>): Told[] {
  const at = agentStretch(stretches);
  if (!at) return [];
  return [
    {
      key: AGENT,
      name: `invoke_agent ${agent.name}`,
      ...at,
      attributes: {
        [genAi.operation]: 'invoke_agent',
        [genAi.agent_name]: agent.name,
        [genAi.agent_id]: agent.identity,
        [genAi.request_model]: model?.name,
      },
    },
  ];
}
