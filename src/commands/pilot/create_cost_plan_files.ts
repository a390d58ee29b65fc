import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CostPrecision,
  type CostProjectionPoint,
  computeCostPrecision,
  projectCost,
} from '../../judge/pilot/cost_precision.js';
import type { DraftProtocol } from '../../judge/pilot/draft_protocol.js';
import type { PilotEvidence } from '../../judge/pilot/pilot_evidence.js';
import type { ReportSection } from '../../publish/report/report_block.js';
import {
  createPilotCostSections,
  createPilotPlanSections,
} from '../../publish/report/sections/create_pilot_section.js';
import {
  type CostInputs,
  costInputsSchema,
  PILOT_FILES,
  PILOT_STAGES,
  type PilotProtocol,
} from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';
import { formatCsv } from '../io/format_csv.js';
import { createSectionsFile } from '../view/create_sections_file.js';
import type { PilotFolder } from './pilot_folder.js';

/**
 * Creates the files of a protocol that project its cost: inputs, curve, precision, and a page with figures. They hold
 * projections, no results.
 */
export function createCostPlanFiles(
  { protocol, stages }: DraftProtocol,
  plan: Pick<Plan, 'attempts'>,
  inputs: CostInputs,
): Record<string, string> {
  const points = projectCost(plan, inputs, createStageLookup(stages));
  const precision = computeCostPrecision(inputs, protocol);
  return {
    [PILOT_FILES.inputs]: formatJson(inputs),
    [PILOT_FILES.projection]: formatProjectionTable(points, protocol.budget.total_usd),
    [PILOT_FILES.precision]: formatJson(precision),
    [PILOT_FILES.precision_table]: formatPrecisionTable(precision),
    [PILOT_FILES.page]: createSectionsFile(
      `Plan of the pilot ${protocol.name}`,
      createPilotPlanSections(points, precision, protocol.budget.total_usd),
    ),
  };
}

/** Creates the same figures for a report, with the money spent; none for a protocol that was planned without them. */
export function createCostSections(pilot: PilotFolder, evidence: PilotEvidence): ReportSection[] {
  if (pilot.protocol.files[PILOT_FILES.inputs] === undefined) return [];
  const text = readFileSync(join(pilot.path, PILOT_FILES.inputs), 'utf8');
  const inputs = costInputsSchema.parse(JSON.parse(text));
  const first = PILOT_STAGES.map((stage) => pilot.plans.find((one) => one.stage === stage)!);
  const points = projectCost(pilot.whole, inputs, createStageLookup(first));
  const precision = computeCostPrecision(inputs, pilot.protocol);
  return createPilotCostSections(points, precision, pilot.protocol.budget.total_usd, createSpentLine(pilot, evidence));
}

/** Returns the known costs in the order of the plan, up to the first unknown one. */
function createSpentLine({ whole }: PilotFolder, { stages }: PilotEvidence): [attempts: number, usd: number][] {
  const results = new Map(
    stages.flatMap((stage) => stage.done.map(({ trial }) => [trial.attempt_id, trial.cost.total_usd])),
  );
  const line: [number, number][] = [];
  let usd = 0;
  let count = 0;
  for (const { attempt_id } of whole.attempts) {
    const result = results.get(attempt_id);
    if (result === undefined) continue;
    if (result === null) break;
    usd += result;
    line.push([++count, usd]);
  }
  return line;
}

function createStageLookup(
  stages: readonly { stage: number; plan: Pick<Plan, 'attempts'> }[],
): (attempt_id: string) => number {
  const entries = new Map(
    stages.flatMap(({ stage, plan }) => plan.attempts.map(({ attempt_id }) => [attempt_id, stage] as const)),
  );
  return (attempt_id) => entries.get(attempt_id)!;
}

function formatProjectionTable(
  points: readonly CostProjectionPoint[],
  total_usd: PilotProtocol['budget']['total_usd'],
): string {
  return formatCsv(
    ['attempts', 'stage', 'task', 'trial', 'projected_expected_usd', 'projected_ceiling_usd', 'budget_total_usd'],
    points.map(({ attempts, stage, task, trial, expected_usd, ceiling_usd }) => [
      ...[String(attempts), String(stage), task, String(trial)],
      ...[formatUsd(expected_usd), formatUsd(ceiling_usd), formatUsd(total_usd)],
    ]),
  );
}

function formatPrecisionTable({ points, cost }: CostPrecision): string {
  const text = (value: number | null) => (value === null ? '' : String(Number(value.toPrecision(6))));
  return formatCsv(
    [
      'tasks',
      'trials',
      'attempts',
      `planned_usd_${cost}`,
      'half_width',
      'minimum_detectable_effect',
      'power',
      'is_plan',
    ],
    points.map((point) => [
      ...[point.tasks, point.trials, point.attempts].map(String),
      ...[
        formatUsd(point.planned_usd),
        text(point.half_width),
        text(point.minimum_detectable_effect),
        text(point.power),
      ],
      String(point.is_plan),
    ]),
  );
}

const formatUsd = (usd: number | null) => (usd === null ? '' : String(Number(usd.toFixed(6))));
const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
