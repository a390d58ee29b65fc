import { computeDigest } from '../../record/json/compute_digest.js';
import { GATE_NAMES, GATES, type VerdictFinding } from '../../record/verdict/verdict.js';
import { shortenText } from '../text/escape_text.js';
import { type ExportRow, listFailedChecks } from './export_row.js';

/** Results of one run that code scanning shows; it reads at most 25,000. */
const MAX_RESULTS = 5_000;
/** Characters of a message. */
const MESSAGE = 2_000;

type SarifLevel = 'none' | 'note' | 'warning' | 'error';

/** Result of a SARIF log. */
interface SarifResult {
  ruleId: string;
  level: SarifLevel;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string; uriBaseId: string }; region: SarifRegion } }[];
  partialFingerprints: Record<string, string>;
  properties: Record<string, string | number>;
}

interface SarifRegion {
  startLine: number;
}

/** Collector of attempts for a SARIF log. */
interface SarifCollector {
  add(entry: ExportRow): void;
  /** Renders all that was added, and tells how many results found no room. */
  render(version: string): string;
}

/**
 * Creates a collector of attempts for a SARIF 2.1.0 log: findings, and the checks and tests that failed, at their file
 * and line where these are known, else at the contract. Baselines say nothing about code, so nothing of them is in it.
 */
export function createSarifCollector(): SarifCollector {
  const results: SarifResult[] = [];
  const rules = new Map<string, SarifLevel>();
  let omitted = 0;
  const keep = (result: SarifResult) => {
    if (results.length >= MAX_RESULTS) omitted++;
    else {
      results.push(result);
      rules.set(result.ruleId, rules.get(result.ruleId) ?? result.level);
    }
  };
  return {
    add(entry) {
      if (['noop', 'golden'].includes(entry.row.result.agent.kind)) return;
      listResults(entry).forEach(keep);
    },
    render: (version) => `${JSON.stringify(createLog(results, rules, omitted, version), null, 1)}\n`,
  };
}

function createLog(
  results: readonly SarifResult[],
  rules: ReadonlyMap<string, SarifLevel>,
  omitted: number,
  version: string,
) {
  const text = `${omitted} more results are in results.jsonl`;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'gatebench',
            version,
            rules: [...rules].map(([id, level]) => ({
              id,
              shortDescription: { text: describeRule(id) },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'root of the repository' } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: omitted === 0 ? [] : [{ level: 'warning', message: { text } }],
          },
        ],
        results,
      },
    ],
  };
}

function describeRule(id: string): string {
  const gate = GATES.find((one) => id === `gate/${one}`);
  if (gate !== undefined) return `gate: ${GATE_NAMES[gate]}`;
  return id.startsWith('finding/') ? `finding: ${id.slice('finding/'.length)}` : `failed ${id.replace('/', ': ')}`;
}

/** Lists what code scanning is told about an attempt. */
function listResults({ row, failures }: ExportRow): SarifResult[] {
  const { result } = row;
  const create = (ruleId: string, level: SarifLevel, text: string, path?: string, line?: number): SarifResult => {
    const uri = toUri(path !== undefined && isRepositoryPath(path) ? path : toRepositoryPath(result.contract.path));
    const owner = `${row.task}, ${row.agent}, trial ${row.trial}`;
    const region = { startLine: line === undefined || line < 1 ? 1 : line };
    return {
      ruleId,
      level,
      message: { text: shortenText(`${text} (${owner})`, MESSAGE) },
      locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: 'SRCROOT' }, region } }],
      // Not the attempt: the same fault of the next push is the same alert.
      partialFingerprints: { 'gatebench/v1': computeDigest([ruleId, row.task, row.agent, uri, text]) },
      properties: { attempt_id: row.attempt_id, task: row.task, agent: row.agent, trial: row.trial },
    };
  };
  // Lines of a task's own repository are not those of the repository whose code is scanned.
  const is_own = result.snapshot.kind === 'pull-request';
  const failed = row.status === 'success' ? [] : failures;
  return [
    ...result.verdict.findings.map((finding) => {
      const { file, line } = (is_own ? finding.evidence.find((each) => each.file !== undefined) : undefined) ?? {};
      return create(`finding/${finding.rule}`, LEVELS[finding.severity], finding.message, file, line);
    }),
    ...failed.map(({ check, test, message, place }) =>
      create(`test/${check}`, 'error', [test, message].filter(Boolean).join(': '), place?.path, place?.line),
    ),
    ...(row.status === 'success' ? [] : listFailedChecks(row))
      // Its tests say it where they are.
      .filter(({ check }) => !failed.some((failure) => failure.check === check))
      .map(({ check, why }) => create(`check/${check}`, 'error', `${check}: ${why}`)),
    ...(row.decided_by === 'G1' || row.decided_by === 'G4' ? [create(`gate/${row.decided_by}`, 'error', row.why)] : []),
  ];
}

const LEVELS: Record<VerdictFinding['severity'], SarifLevel> = { info: 'note', warning: 'warning', violation: 'error' };

const toRepositoryPath = (path: string): string =>
  isRepositoryPath(path) ? path : path.slice(path.lastIndexOf('/') + 1);

/** Tells whether a path stays in the repository. */
const isRepositoryPath = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');

/** Formats a path of the repository as a relative reference. */
const toUri = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
