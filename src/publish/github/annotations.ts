import type { Result } from '../../record/result.js';
import { type CheckVerdict, type Evidence, GATE_NAMES } from '../../record/verdict.js';
import { shorten, visible } from '../report/escape.js';
import { decidingGate } from '../report/row.js';

/** Where the contract of an attempt was read, and which line holds which field. */
export interface ContractPlace {
  path: string;
  lines: Record<string, number>;
}

/** An annotation as the checks API takes it. */
export interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

const ORDER = { failure: 0, warning: 1, notice: 2 } as const;

/**
 * Annotations on lines where a reader can act: the contract line of a failed check, and, when the pull request itself is judged,
 * the line of the patch that a policy finding names. Findings in a task's own repository point at the contract,
 * because that repository's files are not files of the pull request. One fact is said once,
 * whichever contracts and attempts say it.
 */
export function annotate(results: readonly Result[], places: Record<string, ContractPlace>): Annotation[] {
  const facts = new Map<string, { fact: Fact; attempts: number; whose: Set<string> }>();
  for (const result of results) {
    const whose = `${result.contract.id}, ${result.agent.name}`;
    for (const fact of factsOf(result, places[result.attempt_id] ?? { path: result.contract.path, lines: {} })) {
      const key = JSON.stringify(fact);
      const known = facts.get(key) ?? { fact, attempts: 0, whose: new Set() };
      facts.set(key, known);
      known.attempts++;
      known.whose.add(whose);
    }
  }
  return [...facts.values()]
    .map(({ fact, attempts, whose }) => annotationOf(fact, attempts, [...whose]))
    .sort(
      (a, b) =>
        ORDER[a.annotation_level] - ORDER[b.annotation_level] ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
        a.start_line - b.start_line,
    );
}

/** What an annotation says, whichever attempts say it. */
interface Fact {
  path: string;
  line: number;
  annotation_level: Annotation['annotation_level'];
  what: string;
  message: string;
}

/** Contracts and agents that an annotation names. */
const NAMED = 5;

function annotationOf(
  { path, line, annotation_level, what, message }: Fact,
  attempts: number,
  whose: string[],
): Annotation {
  const [first = ''] = whose;
  const title = whose.length === 1 ? `${first}: ${what}` : what;
  const names = whose.slice(0, NAMED).map((each) => `- ${each}`);
  if (whose.length > NAMED) names.push(`- and ${whose.length - NAMED} more`);
  const of = whose.length === 1 ? ')' : `:)\n${names.join('\n')}`;
  const count = attempts === 1 ? '' : `\n(in ${attempts} attempts${of}`;
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level,
    title: shorten(visible(title), 200),
    message: lines(message) + lines(count),
  };
}

function factsOf(result: Result, place: ContractPlace): Fact[] {
  const path = repositoryPath(place.path);
  if (path === undefined) return [];
  const { verdict } = result;
  const level = verdict.status === 'failure' ? 'failure' : 'warning';
  const out: Fact[] = [];
  const say = (
    at: { path: string; line: number },
    annotation_level: Annotation['annotation_level'],
    what: string,
    message: string,
  ) => out.push({ path: at.path, line: at.line, annotation_level, what, message });
  const contract = (field: string | undefined) => ({ path, line: lineOf(place, field) });

  const failed = verdict.checks.filter((check) => check.reached && check.mandatory && check.outcome !== 'pass');
  for (const check of failed) {
    const word = check.outcome === 'fail' ? 'failed' : 'could not be decided';
    say(contract(fieldOf(check.evidence)), level, `check ${check.check} ${word}`, checkMessage(check));
  }
  for (const finding of verdict.findings.filter((each) => each.severity !== 'info')) {
    const touched = finding.evidence.find((each) => each.file !== undefined);
    const file = touched === undefined ? undefined : repositoryPath(touched.file!);
    const at =
      result.snapshot.kind === 'pull-request' && file !== undefined
        ? { path: file, line: touched!.line ?? 1 }
        : contract(fieldOf(finding.evidence) ?? 'policy');
    const where =
      touched === undefined ? '' : `\n${touched.file}${touched.line === undefined ? '' : `:${touched.line}`}`;
    say(at, finding.severity === 'violation' ? 'failure' : 'warning', finding.rule, finding.message + where);
  }
  const gate = decidingGate(verdict.status, verdict.gates);
  if (out.length === 0 && verdict.status !== 'success') {
    const title = gate === undefined ? verdict.status : `${gate.gate} ${GATE_NAMES[gate.gate]}`;
    say(contract(gate && fieldOf(gate.evidence)), level, title, gate?.why || verdict.reason || verdict.status);
  }
  return out;
}

function checkMessage(check: CheckVerdict): string {
  const names = check.failing.slice(0, 10).map((name) => `- ${visible(name)}`);
  if (check.failing.length > 10) names.push(`- and ${check.failing.length - 10} more`);
  return [check.why || `outcome: ${check.outcome}`, ...names].join('\n');
}

/** Controls become visible, our own line breaks stay. */
function lines(message: string): string {
  return shorten(message.split('\n').map(visible).join('\n'), 2000);
}

function fieldOf(evidence: readonly Evidence[]): string | undefined {
  return evidence.find((each) => each.contract_path !== undefined)?.contract_path;
}

/** The line of a field, else of the nearest field around it, else the first. */
function lineOf(place: ContractPlace, field: string | undefined): number {
  const parts = field?.split('.') ?? [];
  for (let depth = parts.length; depth > 0; depth--) {
    const key = parts.slice(0, depth).join('.');
    if (Object.hasOwn(place.lines, key)) return Math.max(1, place.lines[key]!);
  }
  return 1;
}

/** A path inside the repository as the API wants it; undefined for one that leads elsewhere or cannot be shown. */
export function repositoryPath(raw: string): string | undefined {
  const parts = raw.replace(/^(?:\.\/)+/, '').split('/');
  const inside = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return inside && visible(raw) === raw && !raw.includes('\\') && raw.length <= 1024 ? parts.join('/') : undefined;
}
