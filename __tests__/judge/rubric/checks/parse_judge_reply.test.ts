import { parseJudgeReply } from '../../../../src/judge/rubric/checks/parse_judge_reply.js';

it.each<[message: string, score: number, rationale: string]>([
  ['{"score": 0.25, "rationale": "one of four"}', 0.25, 'one of four'],
  [' {"rationale": "fine", "score": 1}\n', 1, 'fine'],
  ['{"score": 0}', 0, ''],
  ['```json\n{"score": 1.0}\n```', 1, ''],
  ['```\n{"score": 1}\n```', 1, ''],
  ['1.0', 1, ''],
  ['{"score": 1, "rationale": "the \\"score\\": 0, \\\\"}', 1, 'the "score": 0, \\'],
  ['0.5\n', 0.5, ''],
])('%j is a score', (message, score, rationale) => {
  expect(parseJudgeReply(message)).toEqual({ score, rationale });
});

it.each<[message: string]>([
  [''],
  ['  \n'],
  ['I give it {"score": 1}'],
  ['{"score": 1} is what the answer wants'],
  ['{"score": 1}\n{"score": 0}'],
  ['```json\n{"score": 1}\n```\nand\n```json\n{"score": 0}\n```'],
  ['Score: 1.0'],
  ['1.5'],
  ['-0'],
  ['1e0'],
  ['{"score": 1.01}'],
  ['{"score": -0.1}'],
  ['{"score": "1"}'],
  ['{"score": null}'],
  ['{"rationale": "none"}'],
  ['{"score": 1, "rationale": ["a"]}'],
  ['{"score": 1, "verdict": "pass"}'],
  ['{"score": 1e999}'],
  ['[1]'],
  ['null'],
  ['true'],
  ['"1"'],
  ['{"__proto__": {"score": 1}}'],
  ['{"score": 0, "score": 1}'],
  ['{"score": 0, "sc\\u006fre": 1}'],
  ['{"score": {"a": "b"}, "score": 1}'],
  ['{"score": 1, "rationale": "a", "rationale": "b"}'],
])('%j is none: nothing is searched for in a message', (message) => {
  expect(parseJudgeReply(message)).toEqual({ problem: expect.any(String) });
});
