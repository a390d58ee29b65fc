/** The postings of a ledger, its total left out. @throws {SyntaxError} for a line that is none */
export function read(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('total,'));
  return lines.map((line) => {
    const [, date, account, amount] = /^(\d{4}-\d{2}-\d{2}),([a-z]+),(-?\d+)$/.exec(line) ?? [];
    if (date === undefined) throw new SyntaxError(`"${line}" is no posting`);
    return { date, account, amount: Number(amount) };
  });
}

/** The sum of all postings. */
export const balance = (postings) => postings.reduce((sum, { amount }) => sum + amount, 0);
