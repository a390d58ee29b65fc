import { type InstanceReport, isDecidedInstance } from './create_instance_report.js';

/** Summary of one model, with the fields of upstream's file (`schema_version` 2). */
interface RunSummary {
  total_instances: number;
  submitted_instances: number;
  completed_instances: number;
  resolved_instances: number;
  unresolved_instances: number;
  infra_failure_instances: number;
  ambiguous_failure_instances: number;
  empty_patch_instances: number;
  error_instances: number;
  completed_ids: string[];
  incomplete_ids: string[];
  empty_patch_ids: string[];
  submitted_ids: string[];
  resolved_ids: string[];
  unresolved_ids: string[];
  infra_failure_ids: string[];
  ambiguous_failure_ids: string[];
  failure_reasons: Record<string, string>;
  error_ids: string[];
  schema_version: 2;
}

/**
 * Creates the summary of one model. As upstream has it, an instance with an empty patch is not completed, and one whose
 * patch did not apply, or that came to no decision, is an error.
 */
export function createRunSummary(reports: ReadonlyMap<string, InstanceReport>): RunSummary {
  const ids = (accepts: (report: InstanceReport) => boolean): string[] =>
    [...reports].flatMap(([id, report]) => (accepts(report) ? [id] : [])).sort();
  const isError = (report: InstanceReport) => report.patch_exists && !isDecidedInstance(report);
  const completed = ids(isDecidedInstance);
  const resolved = ids((report) => report.resolved && report.patch_exists);
  const unresolved = completed.filter((id) => !resolved.includes(id));
  const infra = ids((report) => report.infra_failure && report.patch_exists);
  const empty = ids((report) => !report.patch_exists);
  const errors = ids(isError);
  const submitted = ids(() => true);
  return {
    total_instances: reports.size,
    submitted_instances: submitted.length,
    completed_instances: completed.length,
    resolved_instances: resolved.length,
    unresolved_instances: unresolved.length,
    infra_failure_instances: infra.length,
    ambiguous_failure_instances: 0,
    empty_patch_instances: empty.length,
    error_instances: errors.length,
    completed_ids: completed,
    incomplete_ids: [],
    empty_patch_ids: empty,
    submitted_ids: submitted,
    resolved_ids: resolved,
    unresolved_ids: unresolved,
    infra_failure_ids: infra,
    ambiguous_failure_ids: [],
    failure_reasons: Object.fromEntries(infra.map((id) => [id, reports.get(id)!.infra_failure_reason ?? ''])),
    error_ids: errors,
    schema_version: 2,
  };
}
