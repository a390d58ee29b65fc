interface Waiting<Asked, Answer> {
  asked: Asked;
  answer(answer: Answer | undefined): void;
}

/** Those who wait for their turn, in the order in which they came. */
export interface Queue<Asked, Answer> {
  /** @returns undefined when the signal aborts first */
  wait(asked: Asked, signal: AbortSignal): Promise<Answer | undefined>;
  /** Serves those at the front who may go now. */
  next(): void;
}

/**
 * @param may whether the one at the front may go now
 * @param serve what it gets
 */
export function openQueue<Asked, Answer>(
  may: (asked: Asked) => boolean,
  serve: (asked: Asked) => Answer,
): Queue<Asked, Answer> {
  const waiting: Waiting<Asked, Answer>[] = [];
  const next = () => {
    while (waiting.length > 0 && may(waiting[0]!.asked)) {
      const first = waiting.shift()!;
      first.answer(serve(first.asked));
    }
  };
  return {
    next,
    wait: (asked, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(undefined);
          next();
        };
        const entry = {
          asked,
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
