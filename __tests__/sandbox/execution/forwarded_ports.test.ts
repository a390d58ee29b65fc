// Needs: sandbox
import type { Socket } from 'node:net';
import { openForwardedPorts } from '../../../src/sandbox/execution/forwarded_ports.js';
import {
  asOrdinaryUser,
  bubblewrap,
  ending,
  givenFolder,
  inSession,
  ORDINARY,
  order,
  removeFolders,
  shell,
  text,
} from '../given.js';

afterAll(removeFolders);

/** Says who is asking for what, and closes. */
function echo(name: string): { accept: (connection: Socket) => void; open: Set<Socket> } {
  const open = new Set<Socket>();
  return {
    open,
    accept(connection) {
      open.add(connection);
      connection.on('close', () => open.delete(connection));
      connection.once('data', () => connection.end(`HTTP/1.0 200 OK\r\n\r\n${name}\n`));
    },
  };
}

describe('doors: ports inside the sandbox that lead to us and nowhere else', () => {
  it('hands connections to the accept function of their port', async () => {
    const doors = [
      { port: 3128, accept: echo('first').accept },
      { port: 4000, accept: echo('second').accept },
    ];
    const line =
      'curl -s http://127.0.0.1:3128/; curl -s http://127.0.0.1:4000/; cat /run/doors; curl -s http://127.0.0.1:5000/ || echo closed';
    const result = await shell(bubblewrap(), line, { forwarded_ports: doors });
    expect([ending(result), text(result.stdout), result.network_attempts]).toEqual([
      { cause: 'exit', exit_code: 0, signal: null },
      'first\nsecond\n127.0.0.1:3128\n127.0.0.1:4000\nclosed\n',
      0,
    ]);
  });

  it('opens them anew for every command of a session', async () => {
    const doors = [{ port: 3128, accept: echo('here').accept }];
    const said = await inSession(bubblewrap(), order(givenFolder(), { forwarded_ports: doors }), async (session) => {
      const commands = [1, 2, 3].map(() =>
        session.exec({ argv: ['curl', '-s', 'http://127.0.0.1:3128/'], timeout_ms: 600_000 }),
      );
      return (await Promise.all(commands)).map(({ stdout }) => text(stdout));
    });
    expect(said).toEqual(['here\n', 'here\n', 'here\n']);
  });

  it('closes what came through them when the command ends', async () => {
    const open = new Set<Socket>();
    const closed: Promise<unknown>[] = [];
    const accept = (connection: Socket) => {
      open.add(connection);
      closed.push(new Promise((resolve) => connection.on('close', resolve)));
    };
    const line = 'exec 3<>/dev/tcp/127.0.0.1/3128; echo connected';
    const result = await shell(
      bubblewrap(),
      '',
      { forwarded_ports: [{ port: 3128, accept }] },
      { argv: ['bash', '-c', line] },
    );
    expect(text(result.stdout)).toBe('connected\n');
    await Promise.all(closed);
    expect([...open].every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('does not start the command when a door cannot be opened', async () => {
    const twice = { port: 3128, accept: echo('x').accept };
    const impossible = { port: 70_000, accept: echo('x').accept };
    for (const doors of [[impossible], [twice, impossible]]) {
      const result = await shell(bubblewrap(), 'touch started', { forwarded_ports: doors });
      expect([result.cause, result.detail]).toEqual([
        'not-started',
        expect.stringContaining('cannot open a port inside the sandbox'),
      ]);
    }
  });

  it('says so when the process whose network is meant is gone', async () => {
    await expect(openForwardedPorts(2 ** 22 - 1, [{ port: 3128, accept: () => {} }])).rejects.toThrow(
      /cannot open a port inside the sandbox: .*/,
    );
  });

  it.each([
    ['on its own', {}],
    ['in the namespaces of the process that holds the workspace', { holder: 1 }],
  ])('opens them for an ordinary user, %s', async (_, more) => {
    const doors = [3128, 4000].map((port) => ({ port, accept: () => {} }));
    const results = await asOrdinaryUser(order(givenFolder(ORDINARY), { forwarded_ports: doors, ...more }), [
      'curl -s http://127.0.0.1:3128/; curl -s http://127.0.0.1:4000/',
      'curl -s http://127.0.0.1:4000/; curl -s http://127.0.0.1:4001/ || echo closed',
    ]);
    expect(results.map(({ stdout, stderr }) => stdout + stderr)).toEqual([
      'door 3128\ndoor 4000\n',
      'door 4000\nclosed\n',
    ]);
  });
});
