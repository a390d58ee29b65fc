// Needs: sandbox
import { cleanUp } from '../../given.js';
import { givenJudgeServer, type JudgeQuestion } from '../../given_judge_server.js';
import { givenJudgedTask, typeRun } from './given_judged_task.js';

afterAll(cleanUp);

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Grades an answer by a server that refuses fields. Returns the status of the attempt, and the fields of requests. */
async function gradeBy(refusals: Record<string, string>) {
  const server = await givenJudgeServer(({ body }: JudgeQuestion) => {
    const [refused] = Object.entries(refusals).filter(([field]) => body[field] !== undefined);
    if (refused === undefined) return '{"score": 1}';
    return { status: 400, body: { error: { message: refused[1], type: 'invalid_request_error', param: refused[0] } } };
  });
  servers.push(server);
  const folder = await givenJudgedTask();
  const asked = ['--judge-model', 'strict-judge', '--upstream', `local:${server.url}`];
  const { results } = await typeRun(folder, 'runs', '.', '--agent', 'script:right.yml', ...asked);
  const sent = server.questions.map(({ body: { model: _, messages: __, ...fields } }) => fields);
  return { status: results.right!.verdict.status, sent };
}

// Messages of OpenAI's servers.
const TEMPERATURE =
  "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";
const MAX_TOKENS =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";

it('names the limit of the output as the server demands it', async () => {
  expect(await gradeBy({ max_tokens: MAX_TOKENS, temperature: TEMPERATURE })).toEqual({
    status: 'success',
    sent: [
      { temperature: 0, max_tokens: 4096 },
      { temperature: 0, max_completion_tokens: 4096 },
      { max_completion_tokens: 4096 },
    ],
  });
});

it('leaves the limit of the output out where the server refuses both of its names', async () => {
  const unknown = (field: string) => `unrecognized request argument supplied: ${field}`;
  const refusals = { max_tokens: unknown('max_tokens'), max_completion_tokens: unknown('max_completion_tokens') };
  expect(await gradeBy(refusals)).toEqual({
    status: 'success',
    sent: [{ temperature: 0, max_tokens: 4096 }, { temperature: 0, max_completion_tokens: 4096 }, { temperature: 0 }],
  });
});
