import {
  createDeniedRequestAlerts,
  describeUnknownPathRequest,
  detectOtherHostRequest,
} from '../../src/gateway/open_denied_request_log.js';
import type { EventLog } from '../../src/record/storage/event_log.js';

/** A log that keeps what is said of each kind of request. */
function givenAlerts() {
  const said: string[] = [];
  const append = (_type: string, _source: string, { message }: { message: string }) => void said.push(message);
  return { said, tell: createDeniedRequestAlerts({ stage: 'agent', append } as unknown as EventLog) };
}

describe('denied requests of a gateway alone', () => {
  it('are counted by their kind, so that a look at a path hides no tunnel', () => {
    const { said, tell } = givenAlerts();
    tell(describeUnknownPathRequest('GET', '/nothing/here'));
    tell(describeUnknownPathRequest('GET', '/nor/here'));
    tell(detectOtherHostRequest('CONNECT', 'example.com:443')!);
    tell(detectOtherHostRequest('CONNECT', 'example.org:443')!);
    tell(detectOtherHostRequest('CONNECT', 'example.org:443')!);
    tell(describeUnknownPathRequest('POST', '/v1/files'));
    expect(said).toEqual([
      expect.stringContaining('GET /nothing/here (1 so far)'),
      expect.stringContaining('(example.com:443) (1 so far)'),
      expect.stringContaining('(example.org:443) (1 so far)'),
      expect.stringContaining('POST /v1/files (1 so far)'),
    ]);
  });

  it('do not fill the log, to however many places they go', () => {
    const { said, tell } = givenAlerts();
    for (let n = 0; n < 5000; n += 1) tell(detectOtherHostRequest('CONNECT', `h${n}.example:443`)!);
    expect(said.length).toBeLessThan(110);
  });
});
