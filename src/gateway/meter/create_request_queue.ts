interface QueueEntry<Asked, Answer> {
  asked: Asked;
  answer(answer: Answer | undefined): void;
}

/** First-in, first-out queue of requests. */
interface RequestQueue<Asked, Answer> {
  /**
   * Waits for a turn.
   *
   * @returns undefined if the signal aborts first
   */
  wait(request: Asked, signal: AbortSignal): Promise<Answer | undefined>;
  /** Serves the requests at the front that may go now. */
  next(): void;
}

/**
 * Creates a queue.
 *
 * @param may returns true if the request at the front may go now
 * @param serve returns the result of a request
 */
export function createRequestQueue<Asked, Answer>(
  may: (request: Asked) => boolean,
  serve: (request: Asked) => Answer,
): RequestQueue<Asked, Answer> {
  const waiting: QueueEntry<Asked, Answer>[] = [];
  const next = () => {
    for (let [first] = waiting; first !== undefined && may(first.asked); [first] = waiting) {
      waiting.shift();
      first.answer(serve(first.asked));
    }
  };
  return {
    next,
    wait: (request, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(undefined);
          next();
        };
        const entry = {
          asked: request,
          answer(answer: Answer | undefined) {
            signal.removeEventListener('abort', leave);
            resolve(answer);
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(entry);
        next();
      }),
  };
}
