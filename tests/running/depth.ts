/**
 * How much of what is alike the suites try. `npm test` takes a fixed sample of it; `npm run test:all` sets
 * `TEST_DEPTH=full` and tries everything. Each property is held at both depths: what differs is how many screens,
 * inputs, rounds or sizes it is held for.
 */
export const isFullDepth = process.env.TEST_DEPTH === 'full';

/** One of two numbers, lists or whatever else a test takes: a sample, or everything. */
export const atDepth = <T>(sample: T, full: T): T => (isFullDepth ? full : sample);
