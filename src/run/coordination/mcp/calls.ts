import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Answer, Dispatcher, Request } from '../answer.js';

/** A request as a transport has it: with the id that its client gave it. */
export interface Call extends Request {
  id?: string | number | undefined;
}

/** Operations under way through one transport: they can be called off, and waited for. */
export class Calls {
  private readonly under_way = new Set<{ call: Call; abort: AbortController; done: Promise<unknown> }>();

  /** @param on_fault told when the dispatcher itself breaks, which no client can do anything about */
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly on_fault: (error: unknown) => void = () => {},
  ) {}

  get count(): number {
    return this.under_way.size;
  }

  async perform(call: Call): Promise<Answer> {
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
   * Calls off what an agent asked for under an id. Ids are each client's own and an agent may have several clients: where two calls
   * have the same id it is not known which is meant, and both go on.
   */
  cancel(agent: string, id: unknown): void {
    const meant = [...this.under_way].filter(({ call }) => call.agent === agent && call.id === id);
    if (meant.length === 1) meant[0]!.abort.abort();
  }

  cancelAll(): void {
    for (const { abort } of this.under_way) abort.abort();
  }

  /** Resolves when nothing is under way: all of it is in the log then. */
  async settled(): Promise<void> {
    while (this.under_way.size > 0) await Promise.all([...this.under_way].map(({ done }) => done));
  }
}
