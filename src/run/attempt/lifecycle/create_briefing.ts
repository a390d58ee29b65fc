import { formatTextOrigin } from '../../../contract/leaks/briefing_text.js';
import { formatLeakLines } from '../../../contract/leaks/find_leaks.js';
import type { GuardRulesFile, LoadedContract } from '../../../contract/loaded_contract.js';
import { renderBriefing } from '../../../contract/loaded_contract.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { BriefingRisk, RestrictedTerms } from '../../../record/manifest/manifest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import type { GuardPort } from '../attempt_ports.js';
import type { AttemptSpec, PreparedContract } from '../attempt_spec.js';

/** Collects the guardrail rule files of the contract and of the run. */
export const collectRuleFiles = ({ loaded, rules }: AttemptSpec): GuardRulesFile[] =>
  [loaded.rules, rules].filter((file) => file !== undefined);

/** Restricts an attempt whose issue text asks for something dangerous; returns other attempts unchanged. */
export function restrictRiskyAttempt(
  spec: AttemptSpec,
  guard: Pick<GuardPort, 'assessBriefing'>,
): { spec: AttemptSpec; risk?: BriefingRisk } {
  if (spec.ablation.has('guardrails')) return { spec };
  const assessment = guard.assessBriefing(spec.loaded.contract, collectRuleFiles(spec));
  if (!assessment) return { spec };
  const { loaded, restricted } = restrictContract(spec.loaded);
  return { spec: { ...spec, loaded }, risk: { ...assessment, restricted } };
}

/**
 * Restricts a contract under a risky text: severe acts are refused, as catastrophic ones always are. Terms that the
 * contract names stay. Its network is closed in any case unless it names hosts.
 *
 * @returns `restricted`: the terms that replace the defaults; empty if the contract names them
 */
function restrictContract(loaded: LoadedContract): { loaded: LoadedContract; restricted: RestrictedTerms } {
  const { contract } = loaded;
  const { commands } = contract.policy;
  if (commands.severe !== undefined) return { loaded, restricted: {} };
  const restricted: RestrictedTerms = { severe: 'deny' };
  const policy = { ...contract.policy, commands: { ...commands, ...restricted } };
  return { loaded: { ...loaded, contract: { ...contract, policy } }, restricted };
}

/** Creates the briefing of the agent and records it, with leaks and dangerous requests in it. */
export function createBriefing(
  spec: AttemptSpec,
  { leaks }: Pick<PreparedContract, 'leaks'>,
  run: RunDirectory,
): string {
  const briefing = renderBriefing(spec.loaded.contract);
  run.log.enterStage('briefing');
  const text = run.write('briefing', briefing);
  run.log.append('briefing', 'harness', { sha256: sha256(text), bytes: Buffer.byteLength(text), text });
  recordBriefingRisk(spec, run);
  // Certain leaks are refused when the contract is read; a single common line needs a person's judgement.
  for (const leak of leaks) {
    const place = leak.told ? ` at ${formatTextOrigin(spec.loaded, leak.told)}` : '';
    const excerpt = `${leak.detail.slice(0, 200)}${formatLeakLines(leak)}`;
    run.log.append('note', 'harness', {
      text: `what agents are told shares a line with the ${leak.what}${place}: ${excerpt}`,
    });
  }
  return briefing;
}

/** Logs an alert if the issue asks for something dangerous, with the restrictions that follow. */
function recordBriefingRisk({ loaded }: AttemptSpec, { log, manifest }: RunDirectory): void {
  const risk = manifest.briefing_risk;
  if (!risk) return;
  const { rule, category, severity, reason, told: origin, restricted } = risk;
  const consequence = restricted.severe
    ? 'severe acts are refused in this attempt'
    : 'what policy.commands says of severe acts holds';
  const network = loaded.contract.policy.network === 'deny' ? 'no network' : 'only the network that it names';
  const position = formatTextOrigin(loaded, origin);
  const danger = `the issue asks for something dangerous (${severity}, ${rule})`;
  log.append('alert', 'harness', {
    code: 'risky-briefing',
    severity: 'warning',
    stage: log.stage,
    message: `${position}  ${danger}: ${consequence}, ${network}. ${reason}`,
    signals: { rule, category, severity, field: origin.field, line: origin.line, restricted },
    format: 'natural_text',
  });
}
