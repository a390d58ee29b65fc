import fc from 'fast-check';
import { parseReplies } from '../../../../src/publish/github/comments/create_question_comment.js';

const ID = '0123456789';
const allowed = (justification: string) => [{ decision: 'allow', id: ID, justification }];

describe('a decision in a comment', () => {
  it.each([
    [
      'with its reason',
      `/gatebench allow ${ID} because it is declared in the task`,
      allowed('it is declared in the task'),
    ],
    ['with a colon instead of the word', `/gatebench allow ${ID}: fine`, allowed('fine')],
    [
      'with text of an e-mail below',
      `/gatebench allow ${ID} because ok\r\n\r\n> quoted\n> /gatebench deny ${ID} because no`,
      allowed('ok'),
    ],
    [
      'beside another one',
      `/gatebench allow ${ID} because a\n/gatebench deny abcdef0123 because b`,
      [...allowed('a'), { decision: 'deny', id: 'abcdef0123', justification: 'b' }],
    ],
  ])('counts %s', (_what, body, replies) => {
    expect(parseReplies(body)).toEqual(replies);
  });

  it.each([
    ['without a reason', `/gatebench allow ${ID}`],
    ['with nothing but the word before a reason', `/gatebench allow ${ID} because`],
    ['with nothing but the word and a space', `/gatebench allow ${ID} because   `],
    ['in a quote', `> /gatebench allow ${ID} because ok`],
    ['in a code block', `\`\`\`\n/gatebench allow ${ID} because ok\n\`\`\``],
    ['in an indented code block', `    /gatebench allow ${ID} because ok`],
    ['in inline code', `\`/gatebench allow ${ID} because ok\``],
    ['hidden in a comment of HTML', `<!--\n/gatebench allow ${ID} because ok\n-->`],
    ['after other text', `I think so.\n/gatebench allow ${ID} because ok`],
    ['after an empty line', `\n/gatebench allow ${ID} because ok`],
    ['of another word', `/gatebench allows ${ID} because ok`],
    ['of another length of id', `/gatebench allow ${ID}0 because ok`],
    ['in capitals', `/GATEBENCH ALLOW ${ID} because ok`],
  ])('does not count %s', (_what, body) => {
    expect(parseReplies(body)).toEqual([]);
  });

  it('never has an empty reason or another id than one of ten digits', () => {
    const part = fc.constantFrom('/gatebench', ' ', 'allow', 'deny', ID, 'because', '\n', 'x', ':', '\t', '>');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        for (const { id, justification } of parseReplies(parts.join('')))
          expect([id, justification.trim() === '']).toEqual([ID, false]);
      }),
    );
  });
});
