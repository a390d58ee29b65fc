import { listClaimedReads } from '../../../../src/judge/analysis/retrieval/list_claimed_reads.js';

it.each<[command: string, files: string[]]>([
  ["cat > repro.py <<'EOF'\ncat other.py\nEOF\ncat last.py", ['last.py']],
  ['cat << EOF > new.py\ntext\nEOF', []],
  ['grep -n x a.py > out.txt 2>&1', ['a.py']],
  ['cat a.py >> "all of it.txt"; head -n 2 b.py 2>/dev/null', ['a.py', 'b.py']],
  ["grep 'a > b' a.py", ['a.py']],
])('takes what a command writes for no read: %j', (command, files) => {
  const step = { tool_calls: [{ function_name: 'bash', arguments: { command } }] };
  expect(listClaimedReads(step).map(({ file }) => file)).toEqual(files);
});
