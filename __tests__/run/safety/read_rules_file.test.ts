import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { combineRules, readRulesFile } from '../../../src/run/safety/read_rules_file.js';
import { cleanUp, givenRoom } from '../../given.js';
import { smallContract, writeContract } from '../../given_task.js';

afterAll(cleanUp);

const rule = (id: string, examples = '{matches: [deploy now], passes: [build now]}') => `schema: 1
rules:
  - id: ${id}
    category: deployment
    severity: severe
    explanation: Nothing is deployed from here. Build it only.
    match: [{program: [deploy]}]
    examples: ${examples}
`;

function given(text?: string): string {
  const room = givenRoom();
  if (text !== undefined) writeFileSync(join(room, 'rules.yml'), text);
  writeContract(room, smallContract({ coordination: { rules: 'rules.yml' } }));
  return room;
}

function complaint(act: () => unknown): string {
  try {
    act();
    return 'accepted';
  } catch (error) {
    if (error instanceof UserError) return error.text;
    throw error;
  }
}

describe('guardrail rules of a contract', () => {
  it('are read and belong to its version', () => {
    const room = given(rule('no-deployment'));
    const { rules, version } = readContract('contract.yml', room);
    expect(rules).toEqual({ shown: 'rules.yml', text: rule('no-deployment'), sha256: sha256(rule('no-deployment')) });
    writeFileSync(join(room, 'rules.yml'), rule('no-rollout'));
    expect(readContract('contract.yml', room).version).not.toBe(version);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['no file', undefined, /^contract\.yml:\d+ {2}coordination\.rules: "rules\.yml" does not exist/],
    ['an unknown key', rule('a').replace('severity', 'severeness'), /^rules\.yml:5:5 .*severeness/m],
    ['an example that does not behave', rule('a', '{matches: [build now], passes: [build now]}'), /^rules\.yml:8:\d+ /],
    ['the name of a shipped rule', rule('publish-package'), /^rules\.yml:3:\d+ .*"publish-package"/],
  ])('are refused with %s, and where', (_, text, says) => {
    expect(complaint(() => readContract('contract.yml', given(text)))).toMatch(says);
  });
});

describe('guardrail rules of a run', () => {
  it('come after those of the contract, each with a name of its own', () => {
    const room = given(rule('no-deployment'));
    writeFileSync(join(room, 'suite.yml'), rule('no-rollout'));
    const [own, suite] = [readRulesFile('rules.yml', room), readRulesFile('suite.yml', room)];
    expect(
      combineRules([own, suite])
        .map(({ id }) => id)
        .slice(-2),
    ).toEqual(['no-deployment', 'no-rollout']);
    writeFileSync(join(room, 'suite.yml'), rule('no-deployment'));
    expect(complaint(() => combineRules([own, readRulesFile('suite.yml', room)]))).toMatch(
      /^suite\.yml:3:\d+ .*already/,
    );
  });

  it('are refused where they are no file', () => {
    expect(complaint(() => readRulesFile('gone.yml', givenRoom()))).toBe(
      'guardrail rules gone.yml cannot be read (ENOENT)',
    );
    expect(complaint(() => readRulesFile('.', givenRoom()))).toContain('not a file');
  });
});
