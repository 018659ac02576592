import type { Page, Request } from '@playwright/test';

/** Frames without a change after which the screen counts as stable. */
const QUIET_FRAMES = 3;
/** Frames after which a page that keeps changing, such as a growing answer, counts as settled. */
const MOST_FRAMES = 120;

/** Knows when a page has done what an action made it do. */
export class Settling {
  readonly #page: Page;
  readonly #open = new Set<Request>();
  #idle: (() => void) | undefined;

  constructor(page: Page) {
    this.#page = page;
    const over = (request: Request) => {
      this.#open.delete(request);
      if (this.#open.size === 0) this.#idle?.();
    };
    page.on('request', (request) => {
      if (request.resourceType() !== 'websocket' && request.resourceType() !== 'eventsource')
        this.#open.add(request);
    });
    page.on('requestfinished', over);
    page.on('requestfailed', over);
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#open.clear();
    });
  }

  /** Waits until calls are answered, movements have ended, and frames go by without a change. */
  async settled(): Promise<void> {
    await this.#quiet();
    if (this.#open.size === 0) return;
    await this.#answered();
    await this.#quiet();
  }

  /** A call may wait for what the walk does next, so it is waited for no longer than the page itself would. */
  #answered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 3_000);
      this.#idle = () => {
        clearTimeout(timer);
        this.#idle = undefined;
        resolve();
      };
    });
  }

  async #quiet(): Promise<void> {
    const wait = () =>
      this.#page.evaluate(
        ([quietFrames, mostFrames]) =>
          new Promise<void>((resolve) => {
            let quiet = 0;
            let frames = 0;
            const observer = new MutationObserver(() => {
              quiet = 0;
            });
            observer.observe(document, { subtree: true, childList: true, attributes: true });
            const moving = () =>
              document
                .getAnimations()
                .some(
                  ({ playState, effect }) =>
                    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
                );
            const look = () => {
              frames += 1;
              quiet = moving() ? 0 : quiet + 1;
              if (quiet < quietFrames && frames < mostFrames) return requestAnimationFrame(look);
              observer.disconnect();
              resolve();
            };
            requestAnimationFrame(look);
          }),
        [QUIET_FRAMES, MOST_FRAMES] as const,
      );
    // An action may load another page in the middle of this.
    await wait().catch(async () => {
      await this.#page.waitForLoadState();
      await wait().catch(() => {});
    });
  }
}
