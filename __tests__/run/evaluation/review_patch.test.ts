// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorQuestion, OperatorReply } from '../../../src/run/escalation/operator.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { GOLDEN, givenShellTask, newFile } from '../../given_task.js';

afterAll(cleanUp);

const manifest = JSON.stringify({ dependencies: { 'left-pad': '1' }, scripts: { install: 'echo `x`' } }, null, 1);
const patch = `${GOLDEN}${newFile('lib/package.json', manifest)}`;

describe('R12: what the policy gives to a person is asked before anything of the patch runs', () => {
  async function asked(reply: OperatorReply | undefined) {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'task', {
      contract: {
        policy: { dependencies: { add: 'escalate' }, install_scripts: 'escalate', escalate: { timeout: '1s' } },
      },
    });
    writeFileSync(join(room, 'a.patch'), patch);
    const questions: OperatorQuestion[] = [];
    const terminal = async (question: OperatorQuestion) => {
      questions.push(question);
      return reply;
    };
    const { attempts } = await ran(
      room,
      { contracts: [contract], agents: [`patch:${join(room, 'a.patch')}`] },
      undefined,
      { terminal, file: false },
    );
    const [seen] = attempts;
    const order = seen!.events.map(({ type }) => type).filter((type) => /facts|escalation|oracle_laid/.test(type));
    return {
      questions: questions.map(({ condition, question }) => [condition, question]),
      order,
      status: seen!.status,
      findings: seen!.result.verdict.findings
        .filter(({ rule }) => /^(dep|install)/.test(rule))
        .map(({ rule, severity, message }) => [rule, severity, message]),
    };
  }
  const questions = [
    [
      'dependencies',
      'May the patch change these dependencies: "npm:left-pad 1 is added" ("lib/package.json", line 3)?',
    ],
    [
      'install-scripts',
      'May the patch change what runs at installation: "install: echo `x`" ("lib/package.json", line 6)?',
    ],
  ];
  const order = ['patch_facts', 'escalation', 'escalation', 'escalation', 'escalation', 'oracle_laid'];

  it('an answer that allows is a warning with the name and the reason', async () => {
    expect(await asked({ decision: 'allow', by: 'ann', justification: 'we need it' })).toEqual({
      questions,
      order,
      status: 'success',
      findings: [
        ['dependency-not-declared', 'warning', 'npm:left-pad 1 is added (allowed by ann: we need it)'],
        ['install-script-added', 'warning', 'install: echo `x` (allowed by ann: we need it)'],
      ],
    });
  });

  it.each<[string, OperatorReply | undefined, string]>([
    ['a denial', { decision: 'deny', by: 'ann', justification: 'no' }, 'denied by ann: no'],
    [
      'an answer without a reason',
      { decision: 'allow', by: 'ann', justification: ' ' },
      'denied: nobody can be asked any more',
    ],
    ['no answer', undefined, 'denied: nobody can be asked any more'],
  ])('%s is a violation', async (_, reply, why) => {
    expect(await asked(reply)).toEqual({
      questions,
      order,
      status: 'failure',
      findings: [
        ['dependency-not-declared', 'violation', `npm:left-pad 1 is added (${why})`],
        ['install-script-added', 'violation', `install: echo \`x\` (${why})`],
      ],
    });
  });
});
