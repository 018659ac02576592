import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './tests/running/scratch.ts';

keepScratchInMemory();

/** What talks to servers on a busy machine is tried once more before it counts; the report says which were. */
const retry = 1;
/**
 * Files of a worker share what they import, since reading the server's sources took as long as the tests. So a test
 * gives back what it mocks, and `vi.mock` is not for these suites.
 */
const isolate = false;
/** Suites that talk to one real server per run, started by their global set-up. */
const onStage = {
  globalSetup: 'tests/running/global.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  retry,
  isolate,
  setupFiles: ['tests/running/event-loop.ts'],
};

export default defineConfig({
  test: {
    // One more than two cores, since the suites that talk to servers mostly wait. Each file has its own database.
    maxWorkers: 3,
    pool: 'forks',
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          testTimeout: 30_000,
          isolate,
        },
      },
      {
        root: 'apps/web',
        test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/integration/harness/cluster.ts',
          setupFiles: ['tests/running/event-loop.ts'],
          // Generous: a busy machine is no failure, and what hangs is noticed all the same.
          testTimeout: 90_000,
          hookTimeout: 120_000,
          retry,
          isolate,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/{contract,fuzz,abuse}/**/*.test.ts'],
          ...onStage,
        },
      },
      { test: { name: 'conformance', include: ['tests/conformance/**/*.test.{ts,tsx}'], ...onStage } },
      {
        test: {
          name: 'operator',
          include: ['tests/operator/**/*.test.ts'],
          // Programs that are run to their end, each from nothing.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          retry,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // They kill what they start, and time it: one at a time.
          fileParallelism: false,
          // What they wait for are events; on a busy machine those take their time, and are no failure.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          retry,
        },
      },
    ],
  },
});
