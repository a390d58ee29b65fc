import { InvalidArgumentError } from 'commander';

/** Parses an option's value as a whole number. @throws {InvalidArgumentError} for anything else */
export function parseIntegerOption(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('must be a whole number');
  return value;
}

/**
 * Creates a parser for an option whose value is a finite number.
 *
 * @param message error message, such as "must be a number above 0"
 */
export function createNumberParser(message: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    // Digits only: 1e9 as a cap is a slip more often than an amount.
    if (!/^-?\d*\.?\d+$/.test(text) || !Number.isFinite(value)) throw new InvalidArgumentError(message);
    return value;
  };
}

/** Collects the values of an option that may be repeated. */
export const collectValues = (value: string, before: string[] = []): string[] => [...before, value];
