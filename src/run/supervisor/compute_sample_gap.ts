/**
 * Initial time between two samples of an attempt, in milliseconds. It grows from the two-hundredth sample on, so that a
 * log stays bounded.
 */
export const SAMPLE_INTERVAL_MS = 5000;
const EVEN_SAMPLES = 200;

/**
 * Computes the time until the next sample, in milliseconds: 5 s at first, later proportional to the number of samples.
 */
export const computeSampleGap = (samples: number): number =>
  samples < EVEN_SAMPLES ? SAMPLE_INTERVAL_MS : SAMPLE_INTERVAL_MS * (1 + (samples - EVEN_SAMPLES) / 20);
