import { escapeInvisible } from '../../contract/input/escape_invisible.js';
import { shortenText } from '../../publish/text/escape_text.js';

/** Reason why a service of the runner did not do what was asked. */
type RunnerFaultKind =
  | 'token'
  | 'address'
  | 'limit'
  | 'quota'
  | 'taken'
  | 'refused'
  | 'server'
  | 'unreachable'
  | 'form';

/** Failure of a request to a service of the runner. Its message is a clause with a remedy, and holds no address. */
export class RunnerServiceFault extends Error {
  readonly kind: RunnerFaultKind;

  constructor(kind: RunnerFaultKind, detail: string) {
    super(FAULT_TEXTS[kind](shortenText(escapeInvisible(detail), 200)));
    this.kind = kind;
  }
}

const FAULT_TEXTS: Record<RunnerFaultKind, (detail: string) => string> = {
  token: (detail) => `GitHub refused the token of this job (${detail}). It expires; run the job again.`,
  address: (detail) => `the storage refused its signed address (${detail}). It expires; run the job again.`,
  limit: (detail) => `GitHub's rate limit is reached (${detail}). Run the job again later.`,
  quota: () => 'the storage for artifacts is full. Delete artifacts, or keep them for fewer days.',
  taken: () => 'this run has an artifact of that name already. Give each job a name of its own.',
  refused: (detail) => `GitHub refused the request (${detail}).`,
  server: (detail) => `GitHub answered with an error (${detail}). Run the job again later.`,
  unreachable: (detail) =>
    `GitHub could not be reached (${detail}). A runner of your own needs a way to its services for artifacts and caches.`,
  form: (detail) => `what answered is not GitHub's service, or has another form (${detail}).`,
};

/**
 * Returns the fault of an answer that is no success.
 *
 * @param is_storage true for the storage behind a signed address, which knows no token
 */
export function createAnswerFault(status: number, text: string, is_storage: boolean): RunnerServiceFault {
  const said = readMessage(text);
  const detail = said === '' ? String(status) : `${status}: ${said}`;
  if (said.includes('insufficient usage')) return new RunnerServiceFault('quota', detail);
  if (status === 401 || status === 403) return new RunnerServiceFault(is_storage ? 'address' : 'token', detail);
  if (status === 409) return new RunnerServiceFault('taken', detail);
  if (status === 429) return new RunnerServiceFault('limit', detail);
  return new RunnerServiceFault(status >= 500 ? 'server' : 'refused', detail);
}

/** Reads the message of an error in the form of the service; empty without one. */
function readMessage(text: string): string {
  try {
    const { msg } = JSON.parse(text) as { msg?: unknown };
    return typeof msg === 'string' ? msg : '';
  } catch {
    return '';
  }
}
