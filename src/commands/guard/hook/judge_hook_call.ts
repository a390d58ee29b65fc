import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { createGuard } from '../../../guard/create_guard.js';
import {
  type Guard,
  type GuardRequest,
  type GuardVerdict,
  type Principal,
  SEVERITY_ORDER,
} from '../../../guard/guard.js';
import type { Invocation } from '../../../guard/invocation.js';
import type { GuardRule } from '../../../guard/rules/guard_rule.js';
import { findGuardEdit, findRunFolder } from './find_guard_edit.js';
import type { HookCall, HookDecision } from './format/hook_format.js';
import { HookInputError } from './format/hook_input.js';
import { parsePatch } from './format/parse_patch.js';
import { GUARD_FILE, type GuardSettings } from './settings/guard_settings.js';

/** Judgement of a call. */
export interface HookJudgement {
  decision: HookDecision;
  /** Id of the rule; empty without one. */
  rule: string;
  /** Explanation of the rule, with its id; empty where there is nothing to say. */
  message: string;
  /** Request that was decided on. */
  request: GuardRequest;
}

/** Place of a call, beside what the client says of it. */
export interface CallPlaces {
  /** Top folder of the project, which is the agent's. */
  top: string;
  home: string | undefined;
  /** Absolute paths of files and folders of the client and of the guard itself. */
  own_files: readonly string[];
  /** Values of variables that name such folders. */
  variables: ReadonlyMap<string, string>;
}

/** Most requests of a call. */
const MOST_REQUESTS = 500;

/** Trust in the agent of a person, on the scale of the guard's rules. */
const TRUST = 2;
const ORDER: Readonly<Record<HookDecision, number>> = { deny: 0, ask: 1, none: 2 };

/**
 * Judges a call. The worst of its requests decides. Nothing is kept.
 *
 * @throws {HookInputError} if it is too much to judge
 */
export function judgeHookCall(
  { folder, requests }: HookCall,
  settings: GuardSettings,
  { top, home, own_files, variables }: CallPlaces,
): HookJudgement | undefined {
  const principal: Principal = { trust: TRUST, workspace: top, level: settings.level };
  const guard = createGuard(selectRules(settings));
  const plain = settings.allow.size > 0 ? createGuard(settings.rules) : undefined;
  const files = [...settings.files, ...own_files];
  checkAmount(requests.length);
  const all_requests = requests.flatMap(addPatches(guard, { folder, home }));
  checkAmount(all_requests.length);
  const judgements = all_requests.flatMap((request) => {
    const invocations = 'command' in request ? parseWithVariables(guard, request, variables) : [];
    return [
      judgeRequest(request, { guard, plain, principal, settings }),
      ...judgeGuardFiles(request, invocations, { folder, home, files }),
    ];
  });
  return judgements.reduce<HookJudgement | undefined>(
    (worst, judgement) => (worst && ORDER[worst.decision] <= ORDER[judgement.decision] ? worst : judgement),
    undefined,
  );
}

function checkAmount(length: number): void {
  if (length > MOST_REQUESTS) throw new HookInputError('too many edits in one call');
}

/** Parses a command, with the variables that name folders of clients. */
function parseWithVariables(
  guard: Guard,
  { command, folder }: Extract<GuardRequest, { command: string }>,
  variables: ReadonlyMap<string, string>,
): readonly Invocation[] {
  const full_command = command.replace(/\$(?:(\w+)|\{(\w+)\})/g, (text, bare: string, braced: string) => {
    const value = variables.get(bare ?? braced);
    return value !== undefined && /^[\w./@+-]+$/.test(value) ? value : text;
  });
  const { invocations } = guard.parse(command, folder);
  return full_command === command ? invocations : [...invocations, ...guard.parse(full_command, folder).invocations];
}

/** Returns the rules that hold: without the allowed ones, and the denied ones at every level. */
function selectRules({ rules, allow, deny }: GuardSettings) {
  if (allow.size === 0 && deny.size === 0) return rules;
  return rules
    .filter(({ id, severity }) => severity === 'catastrophic' || !allow.has(id))
    .map((rule) => (deny.has(rule.id) ? removeLevels(rule) : rule));
}

/** Returns a rule that holds at every level of trust and of protection, in each of its conditions. */
function removeLevels({ trust: _, ...rule }: GuardRule): GuardRule {
  const { level: __, match, ...always } = rule as typeof rule & { level?: unknown };
  const conditions = match?.map((condition) => {
    const { level: ___, ...rest } = condition as typeof condition & { level?: unknown };
    return rest;
  });
  return { ...always, ...omitUndefined({ match: conditions }) };
}

/** Adds the files of a patch that a command applies by a program of the client's own. */
const addPatches =
  (guard: Guard, { folder, home }: { folder: string | undefined; home: string | undefined }) =>
  (request: GuardRequest): GuardRequest[] => {
    if (!('command' in request)) return [request];
    const patches = guard.parse(request.command, request.folder).invocations.flatMap((invocation) => {
      const { program, input, args } = invocation;
      if (program !== 'apply_patch' && program !== 'applypatch') return [];
      const text = input?.kind === 'text' ? input.text : (args[0]?.text ?? '');
      if (!text.includes('*** Begin Patch')) return [];
      const place = findRunFolder(invocation, request.folder ?? folder, home);
      if (place === undefined) throw new HookInputError('the folder of the patch is unknown');
      return parsePatch(text, place);
    });
    return [request, ...patches];
  };

interface JudgeOptions {
  guard: Guard;
  /** Guard without what the project allows, if it allows anything. */
  plain: Guard | undefined;
  principal: Principal;
  settings: GuardSettings;
}

/** Remark about what the project would allow. */
const IGNORED = `${GUARD_FILE} would allow it, which counts after "gatebench guard install CLIENT --trust-project-settings"`;

function judgeRequest(request: GuardRequest, { guard, plain, principal, settings }: JudgeOptions): HookJudgement {
  const verdict = guard.judge(request, principal);
  if (verdict.verdict === 'deny') {
    const denied = settings.deny.has(verdict.rule);
    const ignored = settings.ignored.has(verdict.rule) ? `; ${IGNORED}` : '';
    const source = denied ? `; denied by ${GUARD_FILE}` : ignored;
    const message = `${verdict.reason} (gatebench guard: ${verdict.rule}${source})`;
    return { decision: denied ? 'deny' : decide(verdict), rule: verdict.rule, message, request };
  }
  const usual = plain?.judge(request, principal);
  if (usual?.verdict !== 'deny') return { decision: 'none', rule: '', message: '', request };
  const message = `gatebench guard: ${usual.rule} is allowed by ${GUARD_FILE}`;
  return { decision: 'none', rule: usual.rule, message, request };
}

/** Decides on a verdict: a person may let pass what is risky, and what nobody could read. */
function decide({ severity, category }: Extract<GuardVerdict, { verdict: 'deny' }>): HookDecision {
  if (category === 'unreadable' || category === 'unparsed') return 'ask';
  return SEVERITY_ORDER[severity] <= SEVERITY_ORDER.severe ? 'deny' : 'ask';
}

function judgeGuardFiles(
  request: GuardRequest,
  invocations: readonly Invocation[],
  { folder, home, files }: { folder: string | undefined; home: string | undefined; files: readonly string[] },
): HookJudgement[] {
  const file = findGuardEdit(request, { folder, home }, files, invocations);
  if (file === undefined) return [];
  const reason = `${file} decides what this agent may do. Ask the person to change it.`;
  return [{ decision: 'ask', rule: 'guard-settings', message: `${reason} (gatebench guard: guard-settings)`, request }];
}
