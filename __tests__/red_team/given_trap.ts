import { spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { asRoot, givenFolder, ORDINARY, removeFolders } from '../sandbox/given.js';
import { SECRET, type Surroundings } from './escapes.js';

const listening = (server: Server, at: number | string) =>
  new Promise<Server>((resolve) => {
    if (typeof at === 'number') server.listen(at, '127.0.0.1', () => resolve(server));
    else server.listen(at, () => resolve(server));
  });

/** A secret file, a process, a port and sockets of the machine; `end` takes them away. */
export async function givenSurroundings(): Promise<Surroundings & { end: () => void }> {
  process.env.GATEBENCH_TEST_SECRET = SECRET;
  const host = givenFolder();
  chmodSync(host, 0o777);
  writeFileSync(join(host, 'secret'), SECRET, { mode: 0o644 });
  const socket = join(host, 'socket');
  const abstract = `gatebench-test-${process.pid}`;
  const bystander = spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(asRoot ? ORDINARY : {}) });
  const servers = [
    await listening(createServer(), 0),
    await listening(createServer(), socket),
    await listening(createServer(), `\0${abstract}`),
  ];
  chmodSync(socket, 0o777);
  return {
    host,
    bystander: bystander.pid ?? 0,
    port: (servers[0]!.address() as { port: number }).port,
    socket,
    abstract,
    end: () => {
      delete process.env.GATEBENCH_TEST_SECRET;
      bystander.kill('SIGKILL');
      for (const server of servers) server.close();
      removeFolders();
    },
  };
}

/** A workspace with what the escapes need: a link out of it, a setuid program, a 32-bit program. */
export function givenTrap({ host }: Surroundings, owner?: { uid: number; gid: number }): string {
  const workspace = givenFolder(owner);
  symlinkSync(join(host, 'secret'), join(workspace, 'link'));
  copyFileSync('/usr/bin/id', join(workspace, 'setuid-id'));
  if (asRoot) chownSync(join(workspace, 'setuid-id'), 0, 0);
  chmodSync(join(workspace, 'setuid-id'), 0o4755);
  writeFileSync(join(workspace, 'foreign'), thirtyTwoBitExit(), { mode: 0o755 });
  return workspace;
}

/** The smallest i386 program: exit(0). Running it means that calls under foreign numbers get through. */
function thirtyTwoBitExit(): Uint8Array {
  const code = [0x31, 0xc0, 0x40, 0x31, 0xdb, 0xcd, 0x80]; // eax = 1 (exit), ebx = 0, int 0x80
  const base = 0x08048000;
  const elf = Buffer.alloc(84 + code.length);
  elf.write('\x7fELF', 'latin1');
  elf.set([1, 1, 1], 4);
  const words: [number, number][] = [
    [20, 1],
    [24, base + 84],
    [28, 52],
    [52, 1],
    [60, base],
    [64, base],
    [68, elf.length],
    [72, elf.length],
    [76, 5],
    [80, 4096],
  ];
  for (const [offset, value] of words) elf.writeUInt32LE(value, offset);
  const halves: [number, number][] = [
    [16, 2],
    [18, 3],
    [40, 52],
    [42, 32],
    [44, 1],
  ];
  for (const [offset, value] of halves) elf.writeUInt16LE(value, offset);
  elf.set(code, 84);
  return elf;
}
