/** Lines that every run says of its contracts and upstreams, those of an attempt that takes long, and those of what is kept and made again. */
const ORDINARY =
  /^(?:\S*contract\.yml(?:, \S+)*(?: and \d+ more)?: (?:not )?proven\b.*|… .*|resume: kept .*| {2}\d+ attempts? made: .*| {2}and for \d+ more reasons|upstream .*)$/;

/** Leaves out of standard error what every run says; what is left is about something that went wrong. */
export const complaints = (stderr: string): string =>
  stderr
    .split('\n')
    .filter((line) => !ORDINARY.test(line))
    .join('\n');
