import fc from 'fast-check';
import { formatLogLine } from '../../../../../src/commands/guard/hook/parts/append_log_line.js';

const format = (subject: string) =>
  formatLogLine({ time: new Date(0), client: 'codex', verdict: 'pass', rule: '', subject });

describe('a line of the log', () => {
  it('has time, client, verdict, rule and command', () => {
    expect(format('ls -la')).toBe('1970-01-01T00:00:00.000Z codex pass - ls -la');
  });

  it.each([
    'curl -u bob:%s https://example.com',
    'curl --user "bob:%s" https://example.com',
    'psql postgres://app:%s@db.example.com/prod',
    'git clone https://x-access-token:%s@github.com/a/b',
    'mysql -uroot -p%s shop',
    'sshpass -p %s ssh db.example.com',
    'deploy --password %s --region eu',
    'deploy --api-key=%s',
    'DB_PASSWORD=%s npm start',
    'curl "https://example.com/?token=%s&page=2"',
    `curl -d '{"password": "%s"}' https://example.com`,
  ])('has no password: %s', (line) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_+!]{7,20}$/), (password) => {
        expect(format(line.replace('%s', password))).not.toContain(password);
      }),
    );
  });

  it('is short, whatever is in it', () => {
    expect(format('mysql '.repeat(60_000)).length).toBeLessThan(2100);
    expect(format(`${'token'.repeat(13_000)}=x`).length).toBeLessThan(2100);
  });

  it.each(['npm test -- --token-limit 5', 'git push -u origin main', 'ls password.txt', 'mkdir -p src/secret'])(
    'keeps the words of %s',
    (line) => {
      expect(format(line)).toContain(line);
    },
  );
});
