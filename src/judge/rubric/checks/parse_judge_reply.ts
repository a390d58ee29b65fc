/** Score of a judge model with its reasons, or the fault of its message. */
type JudgeReply = { score: number; rationale: string } | { problem: string };

/** Message that is a bare number, as rubrics ask for. */
const BARE_SCORE = /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/;
/** Message that is one block of code. */
const ONE_BLOCK = /^```(?:json)?[ \t]*\r?\n([^`]*)\r?\n```$/;

/**
 * Parses the message of a judge model. It must be nothing but the JSON object that was asked for, in a block of code or
 * not, or a bare number. Nothing is searched for in it: a message that quotes the answer has no score by that.
 */
export function parseJudgeReply(message: string): JudgeReply {
  const whole = message.trim();
  if (whole === '') return { problem: 'its message is empty' };
  const text = ONE_BLOCK.exec(whole)?.[1]?.trim() ?? whole;
  if (BARE_SCORE.test(text)) return { score: Number(text), rationale: '' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'its message is not the JSON object that was asked for' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'its message is no JSON object' };
  if (countKeys(text) !== Object.keys(value).length) return { problem: 'its message has a field twice' };
  const { score, rationale = '', ...rest } = value as Record<string, unknown>;
  const [extra_key] = Object.keys(rest);
  if (extra_key !== undefined)
    return { problem: `its message has the field ${JSON.stringify(extra_key.slice(0, 40))}` };
  if (typeof score !== 'number' || !(score >= 0 && score <= 1))
    return { problem: 'its score is no number from 0 to 1' };
  if (typeof rationale !== 'string') return { problem: 'its rationale is no text' };
  return { score, rationale };
}

/** Counts the keys in a JSON text, also those that a parser drops since they come again, and those of inner objects. */
const countKeys = (json: string): number =>
  [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)].filter(([, colon]) => colon !== undefined).length;
