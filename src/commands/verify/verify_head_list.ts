import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import {
  ATTESTATION_FOLDER,
  type AttemptHead,
  attemptHeadSchema,
  HEADS_FILE,
  type HeadsPredicate,
  headsPredicateSchema,
  STATEMENT_FILE,
  serializeAttemptHead,
  sortAttemptHeads,
  statementSchema,
  summariseAttemptHeads,
} from '../../record/attestation/attempt_head.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { computeFileDigest } from '../io/write_attestation.js';
import { readFileLines } from '../merge/read_file_lines.js';

/** Facts about an output folder that were published in a place that its owner cannot rewrite. */
export interface PublishedHeads {
  /** Merkle root, or head of the only attempt. */
  root?: string | undefined;
  /** Predicate and subjects of a statement whose signature was verified. */
  signed?: SignedHeads | undefined;
  /**
   * Lines of the results that are proven one by one by their records; absent unless a text of a report was erased,
   * which changes its line.
   */
  proven_lines?: number | undefined;
}

/** Content of a signed statement about heads. */
export interface SignedHeads {
  predicate?: HeadsPredicate | undefined;
  /** SHA-256 of the files that it is about. */
  subjects: readonly string[];
}

/** Maximum size of a statement, in bytes. */
const MAX_STATEMENT_BYTES = 1024 * 1024;

/**
 * Verifies the results of a folder against the list of heads that was written for signing, and against what was
 * published: missing, extra, doubled and exchanged attempts are named.
 *
 * @param is_whole false if faults of results.jsonl were reported already
 * @param results heads that results.jsonl has; the records are compared with them apart
 */
export function verifyHeadList(
  folder: string,
  results: readonly AttemptHead[],
  { root, signed, proven_lines }: PublishedHeads,
  is_whole: boolean,
  say: (what: string) => void,
): void {
  const path = join(folder, ATTESTATION_FOLDER, HEADS_FILE);
  const is_rewritten = proven_lines === results.length;
  const listed = isFile(path) ? readHeadLines(path, say) : undefined;
  if (listed) {
    const differs = compareHeads(results, listed, say);
    verifyStatement(folder, listed, is_whole && !differs && !is_rewritten, say);
  }
  const predicate = signed?.predicate;
  const summary = summariseAttemptHeads(results);
  // Both must hold where both are given.
  const differences = [
    ...(predicate === undefined || predicate.root === summary.root ? [] : [predicate.root]),
    ...(root === undefined || root === summary.root || root === summary.head ? [] : [root]),
  ];
  for (const expected of new Set(differences)) {
    // With a list under the published root, the comparison above named every difference.
    const is_named = listed !== undefined && summariseAttemptHeads(listed).root === expected;
    const where = is_named ? `; ${LIST} has the published root` : '';
    say(`the root over its attempts is ${summary.root}, published is ${expected}${where}`);
  }
  if (predicate && !is_rewritten && !signed.subjects.includes(computeFileDigest(join(folder, RESULTS_FILE))))
    say(`the signed statement is about another ${RESULTS_FILE}`);
  if (predicate && predicate.attempts !== summary.attempts)
    say(`it has ${summary.attempts} attempts, the signed statement ${predicate.attempts}`);
  if (predicate && predicate.events !== summary.events)
    say(`its attempts have ${summary.events} events, those of the signed statement ${predicate.events}`);
}

const LIST = `${ATTESTATION_FOLDER}/${HEADS_FILE}`;
const STATEMENT = `${ATTESTATION_FOLDER}/${STATEMENT_FILE}`;

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Reads the lines of heads.jsonl and reports those that are doubled, out of order, or in another form. */
function readHeadLines(path: string, say: (what: string) => void): AttemptHead[] {
  const heads: AttemptHead[] = [];
  const ids = new Set<string>();
  for (const { number, text } of readFileLines(path, LIST)) {
    const read = attemptHeadSchema.safeParse(parseJson(text));
    if (!read.success || serializeAttemptHead(read.data) !== text) {
      say(`${LIST}:${number}:1  is no head of an attempt`);
      continue;
    }
    if (ids.has(read.data.attempt_id)) say(`${LIST}:${number}:1  attempt ${safe(read.data.attempt_id)} is there twice`);
    ids.add(read.data.attempt_id);
    heads.push(read.data);
  }
  const sorted = sortAttemptHeads(heads);
  const unsorted = heads.find((head, index) => head !== sorted[index]);
  if (unsorted) say(`${LIST}  attempt ${safe(unsorted.attempt_id)} is not in the order of the tree`);
  return heads;
}

/** Names the attempts in which results and list differ. @returns true if there is one */
function compareHeads(
  results: readonly AttemptHead[],
  listed: readonly AttemptHead[],
  say: (what: string) => void,
): boolean {
  const recorded_heads = new Map(results.map((head) => [head.attempt_id, head]));
  const listed_heads = new Map(listed.map((head) => [head.attempt_id, head]));
  const differences = [...listed_heads].flatMap(([id, { head, events }]) => {
    const recorded_head = recorded_heads.get(id);
    if (recorded_head === undefined) return [`attempt ${safe(id)} is missing: ${LIST} has it, ${RESULTS_FILE} has not`];
    if (recorded_head.head === head && recorded_head.events === events) return [];
    return [`attempt ${safe(id)} was exchanged: its head is ${recorded_head.head}, ${LIST} has ${head}`];
  });
  for (const id of recorded_heads.keys())
    if (!listed_heads.has(id))
      differences.push(`attempt ${safe(id)} is extra: ${RESULTS_FILE} has it, ${LIST} has not`);
  differences.forEach(say);
  return differences.length > 0;
}

/**
 * Verifies that the unsigned statement beside the list is about this list and these results.
 *
 * @param is_whole false if differences of the results were reported already, or are proven
 */
function verifyStatement(
  folder: string,
  listed: readonly AttemptHead[],
  is_whole: boolean,
  say: (what: string) => void,
): void {
  const path = join(folder, STATEMENT);
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const statement = isFile(path) && size <= MAX_STATEMENT_BYTES ? parseJson(readFileSync(path, 'utf8')) : undefined;
  const read = statementSchema.safeParse(statement);
  const predicate = headsPredicateSchema.safeParse(read.data?.predicate);
  if (!read.success || !predicate.success) {
    say(`${STATEMENT} is missing, or no statement about heads`);
    return;
  }
  const { root, attempts, events } = summariseAttemptHeads(listed);
  const { data } = predicate;
  if (data.root !== root || data.attempts !== attempts || data.events !== events)
    say(`${STATEMENT} is about root ${data.root}, ${LIST} has ${root}`);
  if (data.heads_sha256 !== sha256(readFileSync(join(folder, LIST)))) say(`${STATEMENT} is about another ${LIST}`);
  const results = read.data.subject.find(({ name }) => name === RESULTS_FILE)?.digest.sha256;
  if (is_whole && results !== computeFileDigest(join(folder, RESULTS_FILE)))
    say(`${STATEMENT} is about another ${RESULTS_FILE}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
