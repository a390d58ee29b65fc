/** A text without addresses and home folders. */
export function redacted(text) {
  return text
    .replace(/\w+@\w+\.\w+/, '[address]')
    .replace(/\/(home|Users)\/[^/\s]+/g, '[home]');
}
