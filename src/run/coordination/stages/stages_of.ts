import type { Coordination } from '../../../contract/coordination.js';
import type { Ablation } from '../../../contract/mechanisms.js';
import type { AgentPolicies } from '../../safety/agent_policies.js';
import type { Guard } from '../../safety/guardrails/guard.js';
import { protectedPaths } from '../../safety/protected_paths.js';
import type { Hands } from '../answer.js';
import type { Coordinator } from '../coordinator.js';
import type { UsageBook } from '../usage_book.js';
import { guardrailsStage } from './guardrails.js';
import { networkStage } from './network.js';
import { profileStage } from './profile.js';
import type { Stage } from './stage.js';

/** What the stages are made of. */
export interface StagesOrder {
  coordination: Coordination;
  off: Ablation;
  coordinator: Pick<Coordinator, 'holds'>;
  guard: Guard;
  hands: Pick<Hands, 'workspace'>;
  usage: UsageBook;
  /** Undefined = switched off. */
  policies: AgentPolicies | undefined;
}

/** The stages before an operation is done, in their order; one that is switched off is not among them. */
export function stagesOf({ coordination, off, coordinator, guard, hands, usage, policies }: StagesOrder): Stage[] {
  const holdsLock = (agent: string, path: string) => (off.has('locking') ? null : coordinator.holds(path, agent));
  const protectedPath = protectedPaths(coordination.protected);
  return [
    ...(off.has('profiles') ? [] : [profileStage({ protectedPath, usage, holdsLock, hands })]),
    ...(off.has('guardrails') ? [] : [guardrailsStage(guard, hands)]),
    ...(policies ? [networkStage((agent) => policies.of([agent]))] : []),
  ];
}
