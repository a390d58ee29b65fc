import { join } from 'node:path';
import type { CommandResult } from '../../../src/run/sandbox/backend.js';
import { bubblewrap, ending, givenFolder, order, removeFolders, shell, text } from './given.js';
import { writeFileSync } from 'node:fs';

afterAll(removeFolders);
const backend = bubblewrap();

/** Runs a Python program traced. */
async function traced(program: string, more = {}): Promise<CommandResult> {
  const folder = givenFolder();
  writeFileSync(join(folder, 'program.py'), program);
  const session = await backend.open(order(folder, { trace: true, ...more }));
  const result = await session.exec({ argv: ['/usr/bin/python3', '-S', 'program.py'], timeout_ms: 60_000 });
  await session.close();
  return result;
}

it('x', async () => {
  const r = await shell(backend, 'echo x > /etc/evil; mkdir /usr/a; mkdir /usr/b; cat /nope; exit 3', { trace: true });
  console.log(JSON.stringify({ ...ending(r), refused: r.refused, err: text(r.stderr), d: r.detail }, null, 1));
  const p = await traced(`
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    r = getattr(libc, name)(*args); print(name, r, ctypes.get_errno())
call('unshare', 0x10000000)
call('mount', b'x', b'/mnt', b'tmpfs', 0, None)
call('setuid', 0)
call('chroot', b'/tmp')
call('sethostname', b'x', 1)
call('ptrace', 16, 1, 0, 0)
for family, address in ((socket.AF_INET, ('1.2.3.4', 80)), (socket.AF_INET6, ('2001:db8::1', 443))):
    try: socket.socket(family).connect(address)
    except OSError as e: print(e)
try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53))
except OSError as e: print(e)
`);
  console.log(JSON.stringify({ ...ending(p), refused: p.refused, out: text(p.stdout), err: text(p.stderr), d: p.detail }, null, 1));
});
