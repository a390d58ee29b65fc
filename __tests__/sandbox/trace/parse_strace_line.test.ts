import fc from 'fast-check';
import { createTraceCollector } from '../../../src/sandbox/trace/create_trace_collector.js';
import { parseStraceLine } from '../../../src/sandbox/trace/parse_strace_line.js';

/** Lines as strace 6.1 wrote them. */
const REFUSED: [line: string, kind: string, target: string, errno: string][] = [
  [
    '7 openat(AT_FDCWD</work>, "/etc/evil", O_WRONLY|O_CREAT|O_TRUNC, 0666) = -1 EROFS (Read-only file system)',
    'write',
    '/etc/evil',
    'EROFS',
  ],
  ['7 openat(3</usr/lib>, "x/y", O_RDWR|O_CLOEXEC) = -1 EACCES (Permission denied)', 'write', '/usr/lib/x/y', 'EACCES'],
  ['7 open("rel", O_RDONLY|O_TRUNC) = -1 EACCES (Permission denied)', 'write', 'rel', 'EACCES'],
  [
    '7 openat2(AT_FDCWD</work>, "/usr/x", {flags=O_WRONLY|O_CREAT, mode=0666, resolve=0}, 24) = -1 EROFS (Read-only file system)',
    'write',
    '/usr/x',
    'EROFS',
  ],
  ['7 mkdir("/usr/foo", 0777)           = -1 EROFS (Read-only file system)', 'write', '/usr/foo', 'EROFS'],
  ['7 unlinkat(AT_FDCWD</work>, "/etc/passwd", 0) = -1 EROFS (Read-only file system)', 'write', '/etc/passwd', 'EROFS'],
  ['7 symlinkat("a", AT_FDCWD</work>, "/usr/b") = -1 EROFS (Read-only file system)', 'write', '/usr/b', 'EROFS'],
  ['7 rename("/etc/hosts", "/etc/h")   = -1 EROFS (Read-only file system)', 'write', '/etc/hosts → /etc/h', 'EROFS'],
  [
    '7 utimensat(3</usr>, NULL, NULL, 0) = -1 EROFS (Read-only file system)',
    'write',
    '3</usr>, NULL, NULL, 0',
    'EROFS',
  ],
  [
    String.raw`7 openat(AT_FDCWD</work>, "/usr/a\" = -1 E\n(x)\33[2J", O_WRONLY) = -1 EROFS (Read-only file system)`,
    'write',
    String.raw`/usr/a\" = -1 E\n(x)\33[2J`,
    'EROFS',
  ],
  [
    `7 mkdir("/usr/${'n'.repeat(400)}", 0777) = -1 EROFS (Read-only file system)`,
    'write',
    `/usr/${'n'.repeat(294)}…`,
    'EROFS',
  ],
  [
    '7 connect(3<socket:[47]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("1.2.3.4")}, 16) = -1 ENETUNREACH (Network is unreachable)',
    'connect',
    '1.2.3.4:80',
    'ENETUNREACH',
  ],
  [
    '7 connect(3<socket:[60]>, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 EHOSTUNREACH (No route to host)',
    'connect',
    '[2001:db8::1]:443',
    'EHOSTUNREACH',
  ],
  [
    '7 sendto(5<socket:[47]>, "hi", 2, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("8.8.8.8")}, 16) = -1 ENETUNREACH (Network is unreachable)',
    'connect',
    '8.8.8.8:53',
    'ENETUNREACH',
  ],
  ['7 mount("x", "/mnt", "tmpfs", 0, NULL) = -1 ENOENT (No such file or directory)', 'privilege', '/mnt', 'ENOENT'],
  [
    '7 unshare(CLONE_NEWUSER)              = -1 ENOSPC (No space left on device)',
    'privilege',
    'CLONE_NEWUSER',
    'ENOSPC',
  ],
  ['7 setuid(0)                           = -1 EINVAL (Invalid argument)', 'privilege', '0', 'EINVAL'],
];

const NOTHING: [why: string, line: string][] = [
  ['a file that is not there', '7 openat(AT_FDCWD</work>, "/usr/x", O_WRONLY) = -1 ENOENT (No such file or directory)'],
  ['a read', '7 openat(AT_FDCWD</work>, "/etc/shadow", O_RDONLY|O_CLOEXEC) = -1 EACCES (Permission denied)'],
  [
    'a read of a file with a name like a flag',
    '7 openat(AT_FDCWD</work>, "/etc/O_WRONLY", O_RDONLY) = -1 EACCES (Permission denied)',
  ],
  ['a folder that exists', '7 mkdir("/usr", 0777) = -1 EEXIST (File exists)'],
  [
    'a Unix socket',
    '7 connect(4<socket:[6]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)',
  ],
  [
    'a refused Unix socket',
    '7 connect(4<socket:[6]>, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = -1 EACCES (Permission denied)',
  ],
  [
    'nobody who listens on the loopback',
    '7 connect(3<socket:[4]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 ECONNREFUSED (Connection refused)',
  ],
  [
    'a message on a connected socket',
    '7 sendto(5<socket:[47]>, "{sa_family=AF_INET, sin_port=htons(1), sin_addr=inet_addr(\\"9.9.9.9\\")}", 2, 0, NULL, 0) = -1 ENETUNREACH (Network is unreachable)',
  ],
  ['a line that is none', 'strace: something'],
  ['a broken line', '7 openat(AT_FDCWD</work>, "/usr/x", O_WRONLY <unfinished ...>'],
  ['nothing', ''],
];

describe('a line of a trace', () => {
  it.each(REFUSED)('is refused: %s', (line, kind, target, errno) => {
    const call = /^7 (\w+)/.exec(line)![1];
    expect(parseStraceLine(line)).toEqual({ pid: 7, kind, call, target, errno });
  });

  it.each(NOTHING)('says nothing: %s', (_why, line) => {
    expect(parseStraceLine(line)).toBeUndefined();
  });

  it('is read in bounded time, whatever a program called its files', () => {
    const piece = fc.constantFrom(
      '"',
      '\\"',
      '\\\\',
      '<',
      '>',
      ', ',
      ') = -1 EROFS (x)',
      'AT_FDCWD</',
      'a',
      '{sa_family=AF_INET, ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const read = parseStraceLine(`7 openat(${pieces.join('')}) = -1 EROFS (Read-only file system)`);
        expect(read === undefined || read.target.length <= 300).toBe(true);
      }),
    );
  });
});

describe('what is gathered of a trace', () => {
  const line = (n: number, pid = 9) => `${pid} mkdir("/usr/${n}", 0777) = -1 EROFS (Read-only file system)\n`;
  const gathered = (chunks: string[], begun = true) => {
    const collector = createTraceCollector('all');
    if (begun) collector.begin([1, 2], 0);
    for (const chunk of chunks) collector.read(Buffer.from(chunk));
    return collector.finish().refused!;
  };
  const operation = (n: number, count: number) => ({
    kind: 'write',
    call: 'mkdir',
    target: `/usr/${n}`,
    errno: 'EROFS',
    count,
  });

  it('counts the same operation once, however the lines are cut', () => {
    const text = line(1) + line(2) + line(1, 10);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = at.slice(1).map((end, i) => text.slice(at[i], end));
        expect(gathered(chunks)).toEqual({ operations: [operation(1, 2), operation(2, 1)], complete: true });
      }),
    );
  });

  it('is nothing of bubblewrap itself, nor of the time before the command', () => {
    expect(gathered([line(1, 1), line(2, 2)])).toEqual({ operations: [], complete: true });
    expect(gathered([line(1)], false)).toEqual({ operations: [], complete: true });
  });

  it('is at most 200 different operations, and how many there were beyond', () => {
    const { operations, complete } = gathered(Array.from({ length: 250 }, (_, n) => line(n)));
    expect([operations.length, operations.at(-1), complete]).toEqual([
      201,
      { kind: 'write', call: '*', target: 'more than 200 different operations', errno: '*', count: 50 },
      true,
    ]);
  });

  it.each([
    ['broken off in the middle of a line', [line(1), '9 mkdir("/us']],
    ['of a line without an end', ['x'.repeat(300_000), 'y', '\n']],
  ])('is incomplete when it is %s', (_what, chunks) => {
    expect(gathered(chunks).complete).toBe(false);
  });
});
