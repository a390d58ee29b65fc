import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Dispatcher, OperationRequest, OperationResult } from '../operations/operation_result.js';

/** Request with the id that its client gave it. */
export interface McpCall extends OperationRequest {
  id?: string | number | undefined;
}

/** Running operations of one transport, which can be cancelled and awaited. */
export class McpCalls {
  private readonly under_way = new Set<{ call: McpCall; abort: AbortController; done: Promise<unknown> }>();

  /** @param on_fault receives faults of the dispatcher, which clients cannot handle */
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly on_fault: (error: unknown) => void = () => {},
  ) {}

  get count(): number {
    return this.under_way.size;
  }

  async perform(call: McpCall): Promise<OperationResult> {
    const abort = new AbortController();
    const { id: _, ...request } = call;
    const signal = call.signal ? AbortSignal.any([call.signal, abort.signal]) : abort.signal;
    const answer = this.dispatcher.perform({ ...request, signal });
    const entry = { call, abort, done: answer.catch(() => {}) };
    this.under_way.add(entry);
    try {
      return await answer;
    } catch (error) {
      this.on_fault(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    } finally {
      this.under_way.delete(entry);
    }
  }

  /**
   * Cancels the operation of an agent with a request id. An agent may have several clients with the same ids: if two
   * operations match, both go on.
   */
  cancel(agent: string, id: unknown): void {
    const meant = [...this.under_way].filter(({ call }) => call.agent === agent && call.id === id);
    if (meant.length === 1) meant[0]!.abort.abort();
  }

  cancelAll(): void {
    for (const { abort } of this.under_way) abort.abort();
  }

  /** Waits until no operation is running; all of them are in the log then. */
  async settled(): Promise<void> {
    while (this.under_way.size > 0) await Promise.all([...this.under_way].map(({ done }) => done));
  }
}
