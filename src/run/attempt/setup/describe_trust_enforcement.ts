import type { Contract } from '../../../contract/contract_schema.js';
import type { Manifest } from '../../../record/manifest/manifest.js';
import type { Agent } from '../../agents/agent.js';
import { TRUST_LEVELS } from '../../safety/check_profile.js';

/** Enforcement of `policy.trust_level` for an agent, as the manifest states it. */
type TrustEnforcement = NonNullable<Manifest['trust']>;

/** Terms on which the trust level of an attempt is held. */
interface TrustTerms {
  contract: Pick<Contract, 'policy'>;
  agent: Agent;
  /** Mechanisms of the attempt: profiles hold the level, network policies the hosts. */
  mechanisms: Pick<Manifest['mechanisms'], 'profiles' | 'network_policies'>;
  /** False if the attempt runs without isolation. */
  isolated: boolean;
}

/**
 * Describes how the trust level of a contract is held for what an agent does by itself, past the coordination layer.
 * Calls through the harness are refused. Commands that an agent starts in its own process do not reach the harness:
 * they find the workspace read-only and no network, and are not held themselves.
 *
 * @returns undefined if the level forbids nothing: from level 2 on, and for agents that bring a finished patch
 */
export function describeTrustEnforcement({
  contract: { policy },
  agent,
  mechanisms,
  isolated,
}: TrustTerms): TrustEnforcement | undefined {
  const level = policy.trust_level;
  if (level >= TRUST_LEVELS.standard || 'patch' in agent) return undefined;
  const held: TrustEnforcement['held'] = [];
  const not_held: TrustEnforcement['not_held'] = [];
  const note = (right: TrustEnforcement['held'][number], fault: string | undefined) =>
    fault === undefined ? void held.push(right) : void not_held.push({ right, because: fault });
  const open = isolated ? undefined : 'the attempt runs without isolation';
  const off = mechanisms.profiles ? undefined : 'profiles are switched off';
  const isOwnProcess = agent.kind === 'command';
  note('commands', off ?? (isOwnProcess ? 'the agent starts them in its own process' : undefined));
  note('edits', off ?? (isOwnProcess ? open : undefined));
  note('network', mechanisms.network_policies ? open : 'network policies are switched off');
  return { level, held, not_held };
}

/** Tells whether the agent's own session is read-only: below level 2 only locked files are edited, by operations. */
export const isSessionReadOnlyByTrust = (
  { policy }: Pick<Contract, 'policy'>,
  { profiles }: Pick<Manifest['mechanisms'], 'profiles'>,
): boolean => profiles && policy.trust_level < TRUST_LEVELS.standard;
