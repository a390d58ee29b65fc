import type { RefusalCode } from '../../contract/operations.js';
import { writtenPaths } from '../safety/written_paths.js';
import type { Answer, CommandOutcome, Hands, NotDone } from './answer.js';
import { editOrder } from './arguments.js';
import type { Coordinator, Write } from './coordinator.js';
import type { Order } from './decision.js';
import type { Passage, StageOutcome } from './passage.js';
import { bounded } from './recorded_arguments.js';
import type { Recorder } from './recorder.js';
import type { Asked } from './stages/stage.js';
import type { UsageBook } from './usage_book.js';
import { insideWorkspace, overlap } from './workspace_path.js';

/** What operations are done with. */
export interface EffectsOrder {
  coordinator: Coordinator;
  hands: Hands;
  recorder: Recorder;
  usage: UsageBook;
}

/** The last stage: does what was admitted. */
export interface Effects {
  perform(passage: Passage, asked: Asked, signal: AbortSignal): Promise<Answer>;
  /** Agents that have a command under way. */
  commanding(): string[];
}

type Of<O extends Asked['operation']> = Extract<Asked, { operation: O }>;

export function openEffects({ coordinator, hands, recorder, usage }: EffectsOrder): Effects {
  const commands = new Set<{ agent: string }>();
  const edits = new Map<Promise<unknown>, { agent: string; path: string }>();

  /** Operations on the shared state: decided, recorded, and made so, without a pause between. */
  async function share(passage: Passage, asked: Exclude<Asked, Of<'run_command' | 'edit_file'>>, signal: AbortSignal) {
    const { agent, operation } = asked;
    const order = { agent, operation, arguments: asked.arguments, id: passage.about.id } as Order;
    const end = passage.begin('execute');
    let answer: Answer | undefined;
    const write: Write = (decided) => {
      end(outcomeOf(decided.answer));
      answer = recorder.conclude(passage, decided);
      return answer === decided.answer;
    };
    await coordinator.perform(order, write, signal);
    return answer!;
  }

  async function run(passage: Passage, asked: Of<'run_command'>, signal: AbortSignal) {
    const { agent, arguments: given } = asked;
    const against = coordinator.othersLockStanding(namedBy(asked, hands.workspace), agent);
    if (against) {
      passage.begin('execute')(outcomeOf(against));
      return recorder.conclude(passage, { answer: against });
    }
    const admitted = recorder.admit(passage);
    if ('outcome' in admitted) return admitted;
    const { command, timeout_ms } = given;
    const one = { agent };
    commands.add(one);
    const work = async () =>
      answered(
        await hands.run({ agent, command, signal, ...(timeout_ms === undefined ? {} : { timeout_ms }) }),
        shownRun,
      );
    const end = passage.begin('execute');
    const answer = await work().catch(failure('command_failed'));
    end(outcomeOf(answer));
    commands.delete(one);
    return admitted.complete({ answer });
  }

  async function edit(passage: Passage, { agent, arguments: given }: Of<'edit_file'>) {
    const end = passage.begin('execute');
    const against = coordinator.lockStanding(given.path, agent);
    if (against) {
      end(outcomeOf(against));
      return recorder.conclude(passage, { answer: against });
    }
    const admitted = recorder.admit(passage);
    if ('outcome' in admitted) return admitted;
    const path = insideWorkspace(given.path) ?? '';
    const takeBack = usage.edited(agent, path);
    const work = async () =>
      answered(await hands.edit({ ...editOrder(given), path }, agent), ({ bytes }) => ({ bytes }));
    const working = work().catch(failure('edit_failed'));
    edits.set(working, { agent, path });
    const answer = await working;
    edits.delete(working);
    end(outcomeOf(answer));
    if (answer.outcome !== 'done') takeBack();
    // Another edit of it, which failed meanwhile, may have taken back what counts for both.
    else usage.edited(agent, path);
    return admitted.complete({ answer });
  }

  /** Whoever is told that a lock is theirs finds no edit of somebody else's still being made under it. */
  async function quiet(agent: string, path: string): Promise<void> {
    const others = [...edits].filter(([, other]) => other.agent !== agent && overlap(other.path, path));
    await Promise.all(others.map(([working]) => working));
  }

  return {
    commanding: () => [...commands].map(({ agent }) => agent),
    async perform(passage, asked, signal) {
      switch (asked.operation) {
        case 'run_command':
          return run(passage, asked, signal);
        case 'edit_file':
          return edit(passage, asked);
        case 'acquire_lock': {
          const answer = await share(passage, asked, signal);
          if (answer.outcome === 'done') await quiet(asked.agent, insideWorkspace(asked.arguments.path) ?? '');
          return answer;
        }
        default:
          return share(passage, asked, signal);
      }
    },
  };
}

/** Paths that a command names to change; what a pattern of the shell stands for, and what a script changes, is not known before. */
const namedBy = ({ reading }: Of<'run_command'>, workspace: string) =>
  writtenPaths(reading().deeds, workspace).filter(({ glob }) => !glob);

/** What the hands came to, as an answer. A command that ran is done, whatever its exit status. */
function answered<T extends object>(came: T | NotDone, shown: (done: T) => unknown): Answer {
  if ('not_done' in came) return { outcome: 'failed', code: came.not_done, message: bounded(came.message, 1000) };
  return { outcome: 'done', result: shown(came) };
}

const shownRun = ({ exit_code, cause, stdout, stderr, truncated }: CommandOutcome) => ({
  exit_code,
  cause,
  stdout,
  stderr,
  truncated,
});

const failure =
  (code: RefusalCode) =>
  (error: unknown): Answer => ({
    outcome: 'failed',
    code,
    message: bounded(error instanceof Error ? error.message : String(error), 1000),
  });

const outcomeOf = ({ outcome }: Answer): StageOutcome => ({ outcome: outcome === 'done' ? 'passed' : outcome });
