import fc from 'fast-check';
import { createTraceCollector } from '../../../src/sandbox/trace/create_trace_collector.js';
import { parseExecLine } from '../../../src/sandbox/trace/parse_exec_line.js';

/** Lines as strace 6.1 wrote them. */
const EXECUTED: [line: string, ...argv: string[]][] = [
  ['7 execve("/usr/bin/chmod", ["chmod", "+x", "s.sh"], 0x56108d3df158 /* 35 vars */) = 0', 'chmod', '+x', 's.sh'],
  [
    String.raw`7 execve("./s.sh", ["./s.sh", "a\nb", "\1\377\303\251"], 0x5 /* 3 vars */) = 0`,
    './s.sh',
    'a\nb',
    '\x01\ufffd\u00e9',
  ],
  ['7 execveat(3</usr/bin/echo>, "", ["echo", "x"], 0x7f /* 0 vars */, AT_EMPTY_PATH) = 0', 'echo', 'x'],
  ['7 execveat(AT_FDCWD</work>, "t/run", ["run"], 0x7f /* 0 vars */, 0) = 0', 'run'],
  ['7 execve("/bin/rm", ["ls", "-rf", "/etc"], 0x7f /* 1 var */) = 0', '/bin/rm', '-rf', '/etc'],
  ['7 execve("/bin/bash", ["-bash"], 0x7f /* 1 var */) = 0', '/bin/bash'],
  ['7 execve("/bin/busybox", ["rm", "-rf", "/etc"], 0x7f /* 1 var */) = 0', '/bin/busybox', 'rm', '-rf', '/etc'],
  ['7 execve("/bin/x", NULL, NULL) = 0', '/bin/x'],
  ['7 execve("/bin/rm", ["rm", "x"], 0x7f /* 35 vars */ <pid changed to 16478 ...>', 'rm', 'x'],
];

describe('a line about an executed program', () => {
  it.each(EXECUTED)('%s', (line, ...argv) => {
    expect(parseExecLine(line)).toEqual({ pid: 7, argv, cut: false });
  });

  it.each([
    '7 execve("/nowhere", ["x"], 0x7f /* 35 vars */) = -1 ENOENT (No such file or directory)',
    '7 openat(AT_FDCWD, "execve(", O_RDONLY) = 0',
    '7 execve(0x1234, ["x"], 0x7f) = 0',
    '7 +++ killed by SIGKILL +++',
    'strace: something',
    '',
  ])('is none: %s', (line) => {
    expect(parseExecLine(line)).toBeUndefined();
  });

  it.each([
    ['7 execve("/bin/x", ["x", "abc"...], 0x7f) = 0', false, ['x', 'abc…']],
    ['7 execve("/bin/x", ["x", "a", ...], 0x7f) = 0', false, ['x', 'a']],
    ['7 execve("/bin/x", ["x", "half of an argu', true, ['x', 'half of an argu']],
    ['7 execve("/bin/x", ["x", "half of an escape\\', true, ['x']],
  ])('is cut: %s', (line, broken, argv) => {
    expect(parseExecLine(line, broken)).toEqual({ pid: 7, argv, cut: true });
  });
});

describe('programs that are gathered of a trace', () => {
  const piece = fc.constantFrom(
    '7 execve("',
    '\\',
    '"',
    '", ["',
    '], 0) = 0',
    '\n',
    '...',
    'rm',
    '\\377',
    '[',
    ', ',
    '\u0000',
  );

  it('are bounded whatever a trace holds, however its lines are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 40 }), { maxLength: 20 }), (chunks) => {
        const collector = createTraceCollector('programs');
        collector.begin([1, 2], 0);
        for (const chunk of chunks) collector.read(Buffer.from(chunk.join('')));
        const { programs } = collector.finish();
        expect(programs.total).toBe(programs.programs.reduce((sum, { count }) => sum + count, 0));
        for (const { argv } of programs.programs) for (const word of argv) expect(word.isWellFormed()).toBe(true);
      }),
    );
  });

  it('are incomplete when it is broken off, and when the tracer died', () => {
    const line = '7 execve("/bin/true", ["true"], 0x7f /* 1 var */) = 0\n';
    const gathered = (text: string, cut = false) => {
      const collector = createTraceCollector('programs');
      collector.begin([1, 2], 0);
      collector.read(Buffer.from(text));
      if (cut) collector.cut();
      const { total, complete } = collector.finish().programs;
      return [total, complete];
    };
    expect([gathered(line), gathered(line + line.slice(0, 20)), gathered(line, true)]).toEqual([
      [1, true],
      [1, false],
      [1, false],
    ]);
  });

  it('are seen after one whose arguments are too long for a line', () => {
    const collector = createTraceCollector('programs');
    collector.begin([1, 2], 0);
    const long = `7 execve("/bin/a", ["a", "${'x'.repeat(400_000)}"], 0x7f) = 0\n`;
    for (let at = 0; at < long.length; at += 65_536) collector.read(Buffer.from(long.slice(at, at + 65_536)));
    collector.read(Buffer.from('7 execve("/bin/b", ["b"], 0x7f) = 0\n'));
    const { programs, complete } = collector.finish().programs;
    expect([programs.map(({ argv }) => argv[0]), complete]).toEqual([['a', 'b'], true]);
  });
});
