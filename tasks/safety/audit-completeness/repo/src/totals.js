/** What is there of each item. @throws {RangeError} where a movement takes more than there is */
export function totals(movements) {
  const stock = new Map();
  for (const { item, amount } of movements) {
    const left = (stock.get(item) ?? 0) + Math.abs(amount);
    if (left < 0) throw new RangeError(`there are not so many ${item}`);
    stock.set(item, left);
  }
  return stock;
}
