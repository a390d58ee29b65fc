import { sleep as realSleep } from './clock.js';

/** Sends a message to every recipient; temporary failures are tried again together. */
export class Mailer {
  #transport;
  #attempts;
  #stepMs;
  #sleep;

  constructor(transport, { attempts = 3, stepMs = 1000, sleep = realSleep } = {}) {
    this.#transport = transport;
    this.#attempts = attempts;
    this.#stepMs = stepMs;
    this.#sleep = sleep;
  }

  /** Resolves to `{ sent, failed }`, both in the order of `message.to`. */
  async send(message) {
    const outcome = new Map(message.to.map((recipient) => [recipient, undefined]));
    let open = [...outcome.keys()];
    let attempt = 1;
    while (true) {
      const temporary = [];
      for (const recipient of open) {
        try {
          await this.#transport.deliver(message, recipient);
          outcome.set(recipient, { sent: true });
        } catch (error) {
          outcome.set(recipient, { sent: false, code: error.code, attempts: attempt });
          if (error.code >= 400 && error.code <= 499) temporary.push(recipient);
        }
      }
      open = temporary;
      if (open.length === 0 || attempt >= this.#attempts) break;
      await this.#sleep(attempt * this.#stepMs);
      attempt++;
    }
    const rows = [...outcome];
    return {
      sent: rows.filter(([, row]) => row.sent).map(([recipient]) => recipient),
      failed: rows
        .filter(([, row]) => !row.sent)
        .map(([recipient, { code, attempts }]) => ({ recipient, code, attempts })),
    };
  }
}
