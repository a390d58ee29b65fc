import { formatAblation, toMechanismSwitches } from '../../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { ProofSummary } from '../../../contract/validation/contract_lock.js';
import type { Manifest } from '../../../record/manifest/manifest.js';
import { removeUrlCredentials } from '../../../workspace/git/run_git.js';
import { describeClock } from '../../agents/installation/create_clock_variables.js';
import type { AttemptRunner } from '../attempt_ports.js';
import {
  type AttemptSpec,
  describeTrustEnforcement,
  digestBriefing,
  PROTOCOL_SEED,
  type PreparedContract,
  selectModels,
} from '../attempt_spec.js';

/** Removes credentials from the repository's addresses before the contract is recorded. */
function removeContractCredentials(contract: LoadedContract['contract']): LoadedContract['contract'] {
  const { snapshot } = contract;
  if (!('git' in snapshot)) return contract;
  const urls = Object.entries(snapshot.submodule_urls ?? {}).map(([path, url]) => [path, removeUrlCredentials(url)]);
  return {
    ...contract,
    snapshot: {
      ...snapshot,
      git: removeUrlCredentials(snapshot.git),
      ...omitUndefined({ submodule_urls: snapshot.submodule_urls && Object.fromEntries(urls) }),
    },
  };
}

/** Creates the manifest of an attempt: every identity, bound before the agent acts (requirement R2). */
export function createManifest(spec: AttemptSpec, prepared: PreparedContract, runner: AttemptRunner): Manifest {
  const { loaded, agent } = spec;
  const { describeModel } = runner.ports.gateway;
  const { contract } = loaded;
  const clock = describeClock(contract, runner.toolchain.clock_library);
  const mechanisms = toMechanismSwitches(spec.ablation);
  const trust = describeTrustEnforcement({ contract, agent, mechanisms, isolated: runner.probe.isolated });
  return {
    schema: 1,
    attempt_id: spec.attempt_id,
    started_at: runner.now().toISOString(),
    harness: {
      name: 'gatebench',
      version: runner.version,
      runtime: runner.runtime,
      rubric: runner.rubric,
      entrypoint: runner.entrypoint,
    },
    contract: {
      id: contract.id,
      version: loaded.version,
      path: loaded.shown,
      lines: loaded.lines,
      text_sha256: loaded.text_sha256,
      briefing_sha256: digestBriefing(contract),
      body: removeContractCredentials(contract),
    },
    snapshot: prepared.snapshot,
    ...omitUndefined({ pull_request: spec.pull_request }),
    agent: { kind: agent.kind, name: agent.name, identity: agent.identity, detail: agent.detail },
    sandbox: {
      backend: runner.backend.name,
      version: runner.probe.version,
      class: runner.probe.class,
      isolated: runner.probe.isolated,
      guarantees: runner.probe.guarantees,
    },
    oracle_files: Object.fromEntries(loaded.oracle_files.map((file) => [file.path, file.sha256])),
    lockfiles: prepared.lockfiles,
    tools: prepared.tools,
    package_managers: prepared.package_managers,
    registries: runner.outside.registry_settings,
    environment: {
      variables: contract.environment.variables,
      absent: contract.environment.absent,
      ...runner.machine,
      locale: contract.environment.locale,
      timezone: contract.environment.timezone,
      ...omitUndefined({ clock }),
    },
    seeds: { protocol: PROTOCOL_SEED, trial: spec.seed, deviation: spec.seed !== PROTOCOL_SEED },
    trial: spec.trial,
    ablation: formatAblation(spec.ablation),
    mechanisms,
    ...omitUndefined({ trust }),
    caps: loaded.caps ?? null,
    network_replayable:
      contract.setup.every((step) => step.network.length === 0) &&
      (contract.policy.network === 'deny' || (loaded.stubs !== undefined && runner.recordings === undefined)),
    stubs_sha256: loaded.stubs?.sha256 ?? null,
    guardrail_rules: { contract: loaded.rules?.sha256 ?? null, suite: spec.rules?.sha256 ?? null },
    model: describeModel(selectModels(agent, spec.models)),
    ...omitUndefined({ judge_model: describeModel(spec.judge) ?? undefined }),
    proof: loaded.proof ? describeProof(loaded.proof) : null,
    ...omitUndefined({ replicates: spec.replicates }),
  };
}

/**
 * Describes the validation of the contract for a manifest. Facts about single tests are in the event of the oracle's
 * reference; times only decide whether a pass is checked again.
 */
function describeProof({ reference: _, reference_ms: __, ...bound }: ProofSummary): Manifest['proof'] {
  return bound;
}
