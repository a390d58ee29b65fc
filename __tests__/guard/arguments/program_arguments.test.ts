import { hasFlag, parseProgramArguments } from '../../../src/guard/arguments/program_arguments.js';

const read = (line: string) => {
  const [program, ...words] = line.split(' ');
  const { flags, options, operands } = parseProgramArguments(
    program!,
    words.map((text) => ({ text, glob: false })),
  );
  return {
    flags,
    options: options.map(({ flag, value }) => [flag, value.text]),
    operands: operands.map(({ text }) => text),
  };
};

describe('arguments', () => {
  it('are options, their values, and operands', () => {
    expect(read('git push -u origin main --force')).toEqual({
      flags: ['-u', '--force'],
      options: [],
      operands: ['push', 'origin', 'main'],
    });
    expect(read('git commit -am text')).toEqual({
      flags: ['-a', '-m', '-am'],
      options: [['-m', 'text']],
      operands: ['commit'],
    });
    expect(read('kubectl -n prod delete ns x')).toEqual({
      flags: ['-n'],
      options: [['-n', 'prod']],
      operands: ['delete', 'ns', 'x'],
    });
    expect(read('curl -XDELETE --data=@a http://x')).toEqual({
      flags: ['-X', '-XDELETE', '--data'],
      options: [
        ['-X', 'DELETE'],
        ['--data', '@a'],
      ],
      operands: ['http://x'],
    });
    expect(read('rm -rf -- -x a')).toEqual({ flags: ['-r', '-f', '-rf'], options: [], operands: ['-x', 'a'] });
    expect(read('terraform -chdir=infra destroy -auto-approve')).toEqual({
      flags: ['-chdir', '-auto-approve'],
      options: [['-chdir', 'infra']],
      operands: ['destroy'],
    });
  });

  it('take abbreviations of long options, not of short ones', () => {
    expect(hasFlag(['--har'], '--hard')).toBe(true);
    expect(hasFlag(['--hardly'], '--hard')).toBe(false);
    expect(hasFlag(['--h'], '--hard')).toBe(false);
    expect(hasFlag(['-f'], '--force')).toBe(false);
  });
});
