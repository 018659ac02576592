/**
 * How much of similar cases the suites test. `npm test` takes a fixed sample; `npm run test:all` sets
 * `TEST_DEPTH=full` and tests everything. Each property is tested at both depths: the difference is the
 * number of screens, inputs, rounds or sizes.
 */
export const isFullDepth = process.env.TEST_DEPTH === 'full';

/** One of two numbers, lists or whatever else a test takes: a sample, or everything. */
export const atDepth = <T>(sample: T, full: T): T => (isFullDepth ? full : sample);
