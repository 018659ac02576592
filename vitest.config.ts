import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './tests/running/scratch.ts';

keepScratchInMemory();

/** A busy machine is no failure: what is polled for may take its time, and what hangs is noticed all the same. */
const expectOptions = { poll: { timeout: 20_000, interval: 20 } };
/**
 * Files of a worker share what they import, since reading the server's sources took as long as the tests. So a test
 * gives back what it mocks, and `vi.mock` is not for these suites.
 */
const isolate = false;
/**
 * CI tries once more before a failure counts, and its report names what was flaky: on a loaded machine two or three of
 * two thousand tests that talk to servers still lose a race. Everywhere else a flaky test fails at once.
 */
const retry = process.env.CI ? 1 : 0;
/** Suites that talk to one real server per run, started by their global set-up. */
const onSharedServer = {
  globalSetup: 'tests/running/global.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: expectOptions,
  retry,
  isolate,
  setupFiles: ['tests/running/event-loop.ts'],
};

/** Fault tests wait for events; on a busy machine those take their time, and are no failure. */
const onFaults = { testTimeout: 300_000, hookTimeout: 300_000, retry: 1 };
const measuring = ['tests/faults/document-host.test.ts'];

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
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/integration/harness/cluster.ts',
          // Two and three servers a file, of up to 18 connections each: see `useServer`.
          ...(process.env.DATABASE_URL ? { maxWorkers: 2 } : {}),
          setupFiles: ['tests/running/event-loop.ts'],
          // Generous: a busy machine is no failure, and what hangs is noticed all the same.
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: expectOptions,
          retry,
          isolate,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/{contract,fuzz,abuse}/**/*.test.ts'],
          ...onSharedServer,
        },
      },
      { test: { name: 'conformance', include: ['tests/conformance/**/*.test.{ts,tsx}'], ...onSharedServer } },
      {
        test: {
          name: 'operator',
          include: ['tests/operator/**/*.test.ts'],
          // Programs that are run to their end, each from nothing.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: expectOptions,
          retry,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: measuring,
          // They kill what they start, and wait for leases and grace times: two hardly disturb each other.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...onFaults,
        },
      },
      {
        // Those that measure how long others wait: alone.
        test: {
          name: 'faults-measured',
          include: measuring,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...onFaults,
        },
      },
    ],
  },
});
