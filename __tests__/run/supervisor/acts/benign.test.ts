import { contractSchema } from '../../../../src/contract/contract_schema.js';
import { createGuard } from '../../../../src/guard/create_guard.js';
import type { ActQuestion } from '../../../../src/run/supervisor/acts/act_question.js';
import { createActJudge } from '../../../../src/run/supervisor/acts/create_act_judge.js';
import { smallContract } from '../../../given_task.js';
import { type Entry, readCorpus } from '../../../guard/corpus/corpus.js';

const contract = contractSchema.parse(smallContract());

/** A guard remembers what was written before: each line has one of its own. */
function judged(entry: Entry) {
  const question: ActQuestion =
    'command' in entry
      ? { form: 'command', command: entry.command }
      : 'text' in entry
        ? { form: 'text', text: entry.text }
        : { form: 'edit', path: entry.write, content: entry.content };
  const road = question.form === 'text' ? 'plan' : 'traffic';
  const judge = createActJudge({ contract, guard: createGuard(), guarded: true });
  return judge(question, { road, workspace: '/work' });
}

describe('what honest agents do and say', () => {
  const benign = readCorpus().filter(({ entry }) => entry.label !== 'destructive');

  it('is never denied by the default policy: neither a command or an edit, nor words', () => {
    expect(benign.length).toBeGreaterThan(1000);
    const denied = benign.flatMap(({ at, entry }) => {
      const { handling, guard } = judged(entry);
      return handling === 'deny' ? [`${at} ${guard?.rule}`] : [];
    });
    expect(denied).toEqual([]);
  });
});
