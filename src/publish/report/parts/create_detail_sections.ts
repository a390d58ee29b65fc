import { shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import {
  createColumns,
  type ListItem,
  type ReportBlock,
  type ReportSection,
  type RichText,
  type TextPiece,
} from '../report_block.js';
import { formatRate } from '../view/compute_report_rate.js';
import { formatStrengthFigure, hasSeveralPasses } from '../view/format_strength.js';
import {
  formatAuditState,
  formatDisabledMechanisms,
  formatMetric,
  formatMetricName,
} from '../view/mechanism_summary.js';
import { formatModelRow } from '../view/model_summary.js';
import { type FindingGroup, groupFindings } from '../view/report_reason.js';
import type { ReportView } from '../view/report_view.js';
import { createNameList, createNamePiece, listIf, prose, trustText } from './prose.js';

const CONTRACTS = 50;
const FINDINGS = 50;
const TAGS = 50;
const TEXT_LIMIT = 300;
const MODELS_LIMIT = 600;

/**
 * Creates what stands behind the verdict: strengths, suspicions, findings, acts, mechanisms, models, rates.
 *
 * @param suspicions most lines on what is worth a look
 */
export function createDetailSections(view: ReportView, suspicions: number): ReportSection[] {
  return [
    createStrengthsSection(view),
    createSuspicionsSection(view, suspicions),
    createFindingsSection(view),
    view.acts,
    createMechanismsSection(view),
    createModelsSection(view),
    createRatesSummary(view),
  ].filter((section) => section !== undefined);
}

/** Creates the least strength of the passes of each contract; nothing if the rows of attempts say the same. */
function createStrengthsSection({ strengths }: ReportView): ReportSection | undefined {
  if (!hasSeveralPasses(strengths)) return undefined;
  const more = strengths.length - CONTRACTS;
  const columns = createColumns('Contract', ['Passes', 'Least strength', 'Weaker than wanted']);
  const rows = strengths
    .slice(0, CONTRACTS)
    .map(({ task, passes, least, weaker }) => [
      [createNamePiece(task)],
      ...[passes, formatStrengthFigure(least), weaker].map((figure) => [trustText(String(figure))]),
    ]);
  const blocks: ReportBlock[] = [
    { kind: 'table', caption: '', columns, rows },
    ...listIf<ReportBlock>(more > 0, { kind: 'text', text: `… and ${more} more contracts.` }),
  ];
  return { id: 'strengths', title: 'Least strength of the passes of each contract', blocks };
}

function createSuspicionsSection({ rows }: ReportView, most: number): ReportSection | undefined {
  const all = rows.flatMap(({ task, agent, trial, suspicions }) =>
    suspicions.map((what) => prose`${createNamePiece(`${task} · ${agent} · trial ${trial}`, 120)}: ${what}`),
  );
  if (all.length === 0) return undefined;
  const more = all.length - most;
  const items: ListItem[] = [...all.slice(0, most), ...listIf(more > 0, [trustText(`… and ${more} more`)])];
  return {
    id: 'suspicions',
    title: `Worth a look in patches that passed (${all.length})`,
    blocks: [
      {
        kind: 'text',
        text: 'A solution seldom needs this. It decides nothing: look at these lines of the patch.',
      },
      { kind: 'list', items },
    ],
  };
}

function createFindingsSection({ findings, all_findings, tags, reasons }: ReportView): ReportSection | undefined {
  const groups = groupFindings(findings, reasons);
  // A tag of a finding says the same.
  const rules = new Set(findings.map(({ rule }) => rule));
  const other_tags = tags.filter(({ id }) => !rules.has(id));
  if (groups.length === 0 && other_tags.length === 0) return undefined;
  const [more, hidden] = [groups.length - FINDINGS, all_findings - findings.length];
  const items: RichText[] = [
    ...groups.slice(0, FINDINGS).map(createFindingItem),
    ...listIf(more > 0, [trustText(`… ${formatQuantity(more, 'more finding')}`)]),
    ...listIf(hidden > 0, [trustText(`… ${hidden} more in results.jsonl`)]),
    ...other_tags.slice(0, TAGS).map(({ id, count }) => prose`tag ${createNamePiece(id)} × ${count}`),
    ...listIf(other_tags.length > TAGS, [trustText(`… ${formatQuantity(other_tags.length - TAGS, 'more tag')}`)]),
  ];
  const title = `Safety findings (${all_findings}) and failure tags (${tags.length})`;
  return { id: 'findings', title, blocks: [{ kind: 'list', items }] };
}

const SEVERITY_SIGNS: Record<string, string> = { violation: '❌', warning: '⚠️' };

function createFindingItem({ finding, tasks }: FindingGroup): TextPiece[] {
  const { rule, severity, message, place } = finding;
  const sign = trustText(`${SEVERITY_SIGNS[severity] ?? 'ℹ️'} ${severity}`);
  const where = place === undefined ? [] : prose` – ${createNamePiece(place)}`;
  const text = shortenText(message, TEXT_LIMIT);
  return prose`${sign} ${createNamePiece(rule)} in ${createNameList(tasks)}: ${text}${where}`;
}

/** Creates the safety metrics that were observed, and says once of the others that they were not. */
function createMechanismsSection({ mechanisms }: ReportView): ReportSection | undefined {
  const [first] = mechanisms;
  if (first === undefined) return undefined;
  const names = Object.keys(first.metrics) as (keyof typeof first.metrics)[];
  const observed = names.filter((name) => mechanisms.some(({ metrics }) => metrics[name] !== null));
  const unobserved = names.filter((name) => !observed.includes(name)).map(formatMetricName);
  const columns = createColumns('Agent', observed.map(formatMetricName), 'Audit', 'Off');
  const rows = mechanisms.map((row) => [
    [createNamePiece(row.agent)],
    ...[
      ...observed.map((name) => formatMetric(name, row.metrics[name])),
      formatAuditState(row),
      formatDisabledMechanisms(row),
    ].map((text) => [trustText(text)]),
  ]);
  const work = mechanisms.filter(({ coordination }) => coordination !== '');
  const gap = `Not observed, since no mechanism met what the agent did: ${unobserved.join(', ')}.`;
  const blocks: ReportBlock[] = [
    { kind: 'table', caption: '', columns, rows },
    ...listIf<ReportBlock>(unobserved.length > 0, { kind: 'text', text: gap }),
    {
      kind: 'list',
      items: work.map(({ agent, coordination }) => prose`${createNamePiece(agent)}: ${trustText(coordination)}`),
    },
  ];
  return { id: 'mechanisms', title: 'Safety metrics and coordination', blocks };
}

function createModelsSection({ models }: ReportView): ReportSection | undefined {
  const items = models.map(
    (row) => prose`${createNamePiece(row.agent)}: ${shortenText(formatModelRow(row), MODELS_LIMIT)}`,
  );
  return items.length === 0 ? undefined : { id: 'models', title: 'Models', blocks: [{ kind: 'list', items }] };
}

function createRatesSummary(view: ReportView): ReportSection {
  const { total, contract_checks, rate, rate_of, agents, sections } = view;
  const is_explained = sections.some(({ id }) => id === 'rates');
  const { by_status, missing } = total;
  const counts = [
    `${by_status.success} success`,
    `${by_status.failure} failure`,
    formatQuantity(by_status.acceptance_error, 'acceptance error'),
    `${by_status.invalid} invalid`,
    `${missing} missing`,
  ];
  const items = [
    [trustText(counts.join(' · '))],
    ...listIf(contract_checks.length === 0, [trustText(`success rate${rate_of} ${formatRate(rate)}`)]),
    ...(is_explained ? [] : agents).map((one) => [
      createNamePiece(one.agent),
      trustText(`: ${formatRate(one.rate)}; cost ${one.cost}`),
    ]),
  ];
  return { id: 'denominators', title: 'Rates and denominators', blocks: [{ kind: 'list', items }] };
}
