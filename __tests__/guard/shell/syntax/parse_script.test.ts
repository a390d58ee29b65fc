import { readCommand } from '../../../../src/guard/shell/read_command.js';

const KIB = 1024;
const problem = (line: string) => readCommand(line, {}).problem?.detail;

describe('a line that would take long to parse', () => {
  it.each([
    ['commands', 'true;'.repeat(4000), 'more than 1000 commands'],
    ['pipes', `true${'|cat'.repeat(4000)}`, 'takes more than 10000 steps to read'],
    ['here-documents', 'cat <<E\nE\n'.repeat(1500), 'more than 1000 here-documents'],
  ])('is refused for its %s', (_, line, detail) => {
    expect(problem(line)).toBe(detail);
  });

  it('is read all the same where that stands in a here-document, which is text', () => {
    const text = `{"a": "b", "c": ['d']}; echo | true & \`x\`\n`.repeat((48 * KIB) / 45);
    const { invocations: deeds, problem } = readCommand(`cat > data.json <<'END'\n${text}END\nnpm test`, {});
    expect([problem, deeds.map(({ program }) => program)]).toEqual([undefined, ['cat', 'npm']]);
  });

  it('is read where it is long for its words only', () => {
    const files = Array.from({ length: 2500 }, (_, i) => `src/module-${i}/index.ts`).join(' ');
    expect(problem(`git add ${files}`)).toBeUndefined();
  });
});
