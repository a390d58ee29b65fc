import type { Contract } from '../../contract/contract_schema.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import type { Guard } from '../../guard/guard.js';
import type { EventPayload } from '../../record/events/event.js';
import type { BriefingRisk, Manifest } from '../../record/manifest/manifest.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { CoordinationSession } from '../coordination/coordination_session.js';
import type { CoordinationSessionOptions } from '../coordination/open_coordination_session.js';
import type { AttemptGateway, AttemptGatewayOptions } from '../model_access/open_attempt_gateway.js';
import type { ActMonitor } from '../supervisor/acts/act_monitor.js';
import type { ActMonitorOptions } from '../supervisor/acts/open_act_monitor.js';
import type { ImportedGuard, ImportedGuardOptions } from '../supervisor/acts/open_imported_guard.js';
import type { SupervisorOptions } from '../supervisor/supervision.js';
import type { Supervisor } from '../supervisor/supervisor.js';
import type { AttemptContext } from './attempt_context.js';
import type { RunnerContext } from './runner_context.js';

/** Context of an attempt before its setup, with the rooms that the verb hands in. */
export interface AttemptRunner extends RunnerContext {
  ports: AttemptPorts;
}

/**
 * Rooms of the harness that an attempt uses through interfaces and does not import. Only `createAttemptPorts` knows
 * the real ones.
 */
export interface AttemptPorts {
  guard: GuardPort;
  gateway: GatewayPort;
  coordination: CoordinationPort;
  oracle: OraclePort;
}

/** Judgement of what an agent is told and does, and the end of its part. */
export interface GuardPort {
  /** Creates the guard of one attempt over the shipped rules and those of files. @throws {UserError} */
  createGuard(rules: readonly GuardRulesFile[]): Guard;
  /** Judges what agents are told of a task; undefined if it asks for nothing dangerous. */
  assessBriefing(contract: Contract, rules: readonly GuardRulesFile[]): Omit<BriefingRisk, 'restricted'> | undefined;
  openActMonitor(options: ActMonitorOptions): ActMonitor;
  openSupervisor(options: SupervisorOptions): Supervisor;
  openImportedGuard(options: ImportedGuardOptions): ImportedGuard;
}

/** Access to models. */
interface GatewayPort {
  openAttemptGateway(options: AttemptGatewayOptions): AttemptGateway;
  /** Describes the access to models for the manifest; null = there is none. */
  describeModel(models: ModelConfig | undefined): Manifest['model'];
}

/** Coordination layer between agents. */
interface CoordinationPort {
  openCoordinationSession(options: CoordinationSessionOptions): CoordinationSession;
}

/** Evaluation of a patch by hidden files and checks. It records events and judges nothing. */
interface OraclePort {
  /** @param acts monitor of the agent's stages; undefined if there were none */
  evaluatePatch(answer: CandidatePatch, context: AttemptContext, acts: ActMonitor | undefined): Promise<void>;
  /** Records every check as skipped. */
  recordSkippedChecks(
    loaded: LoadedContract,
    run: RunDirectory,
    not_run: NonNullable<EventPayload<'build'>['not_run']>,
  ): void;
}

/** Patch that is evaluated. `expected_tree`: tree that it must produce; null if gatebench did not extract the patch. */
export interface CandidatePatch {
  patch: Uint8Array;
  expected_tree: string | null;
}
