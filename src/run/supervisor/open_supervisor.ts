import { createCommandLogSink, executeCommand } from '../../sandbox/execution/execute_command.js';
import { createCallGate } from './create_call_gate.js';
import { createResourceSampler } from './create_resource_sampler.js';
import { Supervision, type SupervisorOptions } from './supervision.js';
import type { Supervisor } from './supervisor.js';

/** Opens the supervisor of an attempt. The caller must close it. */
export function openSupervisor(options: SupervisorOptions): Supervisor {
  const supervision = new Supervision(options);
  const { signal, estimate, present, running, trees } = supervision;
  const { log } = options.run;
  return {
    signal,
    trees,
    ...createCallGate(supervision),
    execute: createCommandExecutor(supervision),
    get stop() {
      return supervision.state.stop;
    },
    get evidence_seq() {
      return supervision.state.evidence_seq;
    },
    get writes_suspended() {
      return supervision.state.suspended_by !== undefined;
    },
    get left_ms() {
      return supervision.left_ms;
    },
    get other_usd() {
      const ended_ms = log.now();
      return estimate.other_usd([...running].map(({ started_ms }) => ({ started_ms, ended_ms })));
    },
    get reserve_usd() {
      return estimate.reserve_usd;
    },
    wait: (ms) => supervision.wait(Math.max(0, Math.min(ms, supervision.left_ms)), signal),
    restoreWrites: () => supervision.dispatch({ type: 'round_ended' }),
    enter(session) {
      present.add(session);
      return () => present.delete(session);
    },
    settled: () => supervision.settle(),
    close: () => supervision.close(),
  };
}

/** Creates a function that runs admitted commands under the ceilings of the budget, watched by samples. */
function createCommandExecutor({ options, signal, breakers, running }: Supervision): Supervisor['execute'] {
  const { run, contract } = options;
  const sampler = createResourceSampler(run, options.state);
  return async (session, { state, ...command }) => {
    const execution = { started_ms: run.log.now() };
    const left_ms = breakers.left_ms(execution.started_ms);
    const ceilings = [command.timeout_ms, contract.budget.command, left_ms, breakers.affordable_ms()];
    const timeout_ms = Math.max(1, Math.ceil(Math.min(...ceilings.filter((ms) => ms !== undefined))));
    const sampling = sampler.begin(state);
    running.add(execution);
    try {
      const watched = {
        ...command,
        timeout_ms,
        signal: command.signal ? AbortSignal.any([signal, command.signal]) : signal,
        on_sample: sampling.see,
        sample_ms: sampling.every_ms,
      };
      return await executeCommand(session, watched, createCommandLogSink(run));
    } finally {
      running.delete(execution);
      sampling.end();
    }
  };
}
