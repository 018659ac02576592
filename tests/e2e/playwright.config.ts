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
  // One recorded retry; a test that passes only then still fails the run, but for CI's, which names it.
  retries: 1,
  failOnFlakyTests: process.env.CI === undefined || isFullDepth,
  // Journeys whose title ends with it are held by another one or by a faster test; README.md of tests lists them.
  ...(!isFullDepth && { grepInvert: /@full/ }),
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
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        // Without a graphics card, a process that imitates one only costs time.
        '--disable-gpu',
        '--disable-software-rasterizer',
        // Pages of a window share a process, which keeps compiled code while one of them is open.
        '--disable-site-isolation-trials',
        '--process-per-site',
      ],
    },
  },
});
