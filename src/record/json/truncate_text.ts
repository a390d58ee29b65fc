/** Mark of a cut. */
export const ELLIPSIS = '…';

/** Truncates a text to a well-formed beginning with an ellipsis. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const last = text.charCodeAt(most - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return `${text.slice(0, Math.max(0, whole)).toWellFormed()}${ELLIPSIS}`;
}
