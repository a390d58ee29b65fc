import { getWorkspaceRoot } from '../../../contract/input/get_workspace_root.js';
import { isMediatedCall } from '../../../record/events/select_events.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import type { ActMonitor, WatchedWorkspace } from './act_monitor.js';
import { type ActJudgeOptions, createActJudge } from './create_act_judge.js';
import { createActRecorder } from './create_act_recorder.js';
import { createCallWatch } from './create_call_watch.js';
import { createKnownPrograms } from './create_known_programs.js';
import { createProgramWatch } from './create_program_watch.js';

/** Options of the act monitor. */
export interface ActMonitorOptions extends ActJudgeOptions {
  run: RunDirectory;
  /** The agent's commands are executed in a sandbox that holds them. */
  isolated: boolean;
}

/** Opens the monitor of one attempt. */
export function openActMonitor(options: ActMonitorOptions): ActMonitor {
  const { run, contract, isolated } = options;
  const { log } = run;
  const { network } = contract.policy;
  // No live host can be reached where the network is closed or replays a recording.
  const network_closed = network === 'deny' || network.stubs !== undefined || network.allow.length === 0;
  const workspaces = new Map<string, WatchedWorkspace>();
  const getRoot = (subtask: string | undefined) =>
    (workspaces.get(subtask ?? '') ?? [...workspaces.values()][0])?.root ?? getWorkspaceRoot(contract.environment);
  const parts = {
    run,
    judge: createActJudge(options),
    record: createActRecorder(run),
    programs: createKnownPrograms(),
    containment: { isolated, network_closed },
    workspaces,
    getRoot,
  };
  const calls = createCallWatch(parts);
  const unobserved = new Set<string>();
  let unlisten: (() => void) | undefined;
  /** Subscribes at the first observation, so that earlier subscribers see an alert next to its event. */
  const listen = () => {
    unlisten ??= log.listen((event) => {
      if (isMediatedCall(event)) calls.onCallMade(event);
      else if (event.type === 'coordination') calls.onOperation(event);
    });
  };
  return {
    judgeCall(call, origin = {}) {
      listen();
      return calls.judgeCall(call, origin);
    },
    onResponse(response) {
      listen();
      calls.onResponse(response);
    },
    onToolResult: (result) => calls.onToolResult(result),
    reportProgram: createProgramWatch(parts),
    reportUnobservedRoad(road, because) {
      const stage = log.stage ?? 'setup';
      const key = `${road} ${stage} ${because}`;
      if (unobserved.has(key)) return;
      unobserved.add(key);
      log.append('road_unobserved', 'monitor', { road, stage, because });
    },
    enter(workspace) {
      listen();
      const key = workspace.subtask ?? '';
      workspaces.set(key, workspace);
      return () => {
        if (workspaces.get(key) === workspace) workspaces.delete(key);
      };
    },
    settled: () => calls.settled(),
    async close() {
      await calls.settled();
      unlisten?.();
      calls.concludeUnfinished();
    },
  };
}
