import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { UserError } from '../../../../contract/input/user_error.js';
import { guardLevels } from '../../../../guard/guard.js';
import type { GuardRule } from '../../../../guard/rules/guard_rule.js';
import type { GuardLevel } from './guard_settings.js';

/** Contents of the file of a project that sets its guard. */
export interface GuardFile {
  level: GuardLevel | undefined;
  allow: readonly GuardFileName[];
  deny: readonly GuardFileName[];
  /** Files of further rules, from the folder of the file. */
  rules: readonly GuardFileName[];
}

/** Name in the file, with its place. */
export interface GuardFileName {
  name: string;
  place: string;
}

const KEYS = ['schema', 'level', 'allow', 'deny', 'rules'];
const MOST_NAMES = 500;

/** Verdicts of the guard that are no rules: what it could not read. They can be refused, and never allowed. */
const UNREAD = ['unreadable-command', 'unverifiable-command', 'unparsed-command'];

/**
 * Reads the file of a project that sets its guard. It needs no schema library, so that the hook starts quickly.
 * @param shown path of the file in messages
 * @throws {UserError} with file:line:column
 */
export function readGuardFile(text: string, shown: string): GuardFile {
  const counter = new LineCounter();
  const locate = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return `${shown}:${line}:${col}`;
  };
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, strict: true, uniqueKeys: true });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw new UserError(`${locate(fault.pos[0])}  ${fault.message.split('\n')[0]}`);
  const fail = (node: Node | null | undefined, problem: string): never => {
    throw new UserError(`${locate(node?.range?.[0] ?? 0)}  ${problem}`);
  };
  const root = document.contents;
  if (!isMap(root)) return fail(root, 'must be a map with "schema: 1"');
  const values = new Map<string, Node | null>();
  for (const { key, value } of root.items as Pair<Node, Node | null>[]) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!KEYS.includes(name)) fail(key, `unknown key "${name}"; there are ${KEYS.join(', ')}`);
    values.set(name, value);
  }
  const schema = values.get('schema');
  if (!isScalar(schema) || schema.value !== 1) fail(schema ?? root, 'must say "schema: 1"');
  const readNames = (key: string): GuardFileName[] => {
    const list = values.get(key);
    if (list === undefined) return [];
    if (!isSeq(list)) return fail(list, `${key}: must be a list`);
    if (list.items.length > MOST_NAMES) fail(list, `${key}: has more than ${MOST_NAMES} entries`);
    return (list.items as Node[]).map((item) => {
      if (!isScalar(item) || typeof item.value !== 'string') return fail(item, `${key}: must hold texts`);
      return { name: item.value, place: locate(item.range?.[0] ?? 0) };
    });
  };
  const declared = values.get('level');
  const level = guardLevels.find((name) => isScalar(declared) && declared.value === name);
  if (declared !== undefined && level === undefined) fail(declared, `level: must be one of ${guardLevels.join(', ')}`);
  return { level, allow: readNames('allow'), deny: readNames('deny'), rules: readNames('rules') };
}

/** Checks that a file names rules that exist, and allows none that is catastrophic. @throws {UserError} */
export function checkGuardFile({ allow, deny }: GuardFile, rules: readonly GuardRule[]): void {
  const rules_by_id = new Map(rules.map((rule) => [rule.id, rule]));
  for (const { name, place } of [...allow, ...deny])
    if (!rules_by_id.has(name) && !UNREAD.includes(name))
      throw new UserError(`${place}  there is no rule "${name}"`, '`gatebench guard --list` prints the rules.');
  for (const { name, place } of allow) {
    if (rules_by_id.get(name)?.severity === 'catastrophic')
      throw new UserError(`${place}  the rule "${name}" is catastrophic and cannot be allowed`);
    if (UNREAD.includes(name))
      throw new UserError(`${place}  "${name}" cannot be allowed: what was not read may be catastrophic`);
    if (deny.some((entry) => entry.name === name))
      throw new UserError(`${place}  the rule "${name}" is both allowed and denied`);
  }
}
