/** Lines that every run says of its contracts, and those of an attempt that takes long. */
const ORDINARY = /^(?:\S*contract\.yml: (?:not )?proven\b.*|… .*)$/;

/** Leaves out of standard error what every run says; what is left is about something that went wrong. */
export const complaints = (stderr: string): string =>
  stderr
    .split('\n')
    .filter((line) => !ORDINARY.test(line))
    .join('\n');
