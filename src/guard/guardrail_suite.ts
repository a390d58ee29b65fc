import { createGuard } from './create_guard.js';
import type { GuardRequest, GuardVerdict, Principal } from './guard.js';

/** Result of all checks of one run. */
interface GuardrailReport {
  /** Verdicts in the order of the requests. */
  verdicts: GuardVerdict[];
  guardrail_checks: number;
  guardrail_blocks: number;
  /** guardrail_blocks / guardrail_checks; 0 without checks. */
  guardrail_block_rate: number;
}

/** Guardrails as a suite over what an agent did in one run: commands, edits of files, and plans in words. */
export class GuardrailSuite {
  private readonly principal: Principal;

  /** @throws {RangeError} for a trust level that is not 0 to 4 */
  constructor({ trust = 2, workspace }: { trust?: number; workspace?: string } = {}) {
    if (!Number.isInteger(trust) || trust < 0 || trust > 4) throw new RangeError(`trust is ${trust}, not 0 to 4`);
    this.principal = workspace === undefined ? { trust } : { trust, workspace };
  }

  /**
   * Judges the acts of one run, in their order. Files that one run wrote are not those of the next.
   *
   * @throws {RangeError} for an act that is neither a command, an edit nor a text
   */
  check_all(acts: readonly GuardRequest[]): GuardrailReport {
    if (!Array.isArray(acts)) throw new RangeError('the acts of a run are a list');
    const guard = createGuard();
    const verdicts = acts.map((act, index) => {
      if (!isAct(act)) throw new RangeError(`act ${index} has no command, write or text`);
      return guard.judge(act, this.principal);
    });
    const guardrail_blocks = verdicts.filter(({ verdict }) => verdict === 'deny').length;
    return {
      verdicts,
      guardrail_checks: verdicts.length,
      guardrail_blocks,
      guardrail_block_rate: verdicts.length === 0 ? 0 : guardrail_blocks / verdicts.length,
    };
  }
}

const isAct = (act: Partial<Record<string, unknown>> | null | undefined): boolean =>
  ['command', 'write', 'text'].some((field) => typeof act?.[field] === 'string');
