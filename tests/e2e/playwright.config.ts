import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { isFullDepth } from '../running/depth.ts';
import { keepScratchInMemory } from '../running/scratch.ts';

keepScratchInMemory();

/** As `npm run e2e` found or installed it; else the system's, else the one Playwright downloaded. */
const browser =
  process.env.CHROMIUM_PATH ||
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
/** Chromium's sandbox does not start as root. */
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './support/built.ts',
  // One more than two cores: each worker's browser waits for its server in turn.
  workers: 3,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // Once more before it counts: browsers and servers share two cores, and a report still names what was flaky. At full
  // depth what passes only the second time fails the run all the same.
  retries: 1,
  failOnFlakyTests: isFullDepth,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    // Pictures and waiting are steadier without motion; one test turns it on again.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    // Recording slows every test, so only what failed once is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
    },
  },
});
