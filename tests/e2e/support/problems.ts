import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** Problems in a browser during a test: errors, console errors, CSP violations. */
export class Problems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [
    // The browser notes every 4xx answer; a newcomer's own profile is one, and says only that nobody is signed in.
    /Failed to load resource.* 401 .*user/,
  ];

  /** Watches every page of a context, those opened later included, until it is left. */
  watch(context: BrowserContext): void {
    context.on('weberror', this.#onError);
    context.on('console', this.#onMessage);
  }

  leave(context: BrowserContext): void {
    context.off('weberror', this.#onError);
    context.off('console', this.#onMessage);
  }

  /** Ignores problems that a test causes on purpose, such as a refused call. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  get unexpected(): string[] {
    return this.#found.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  readonly #onError = (error: WebError): void => {
    this.#found.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  };
  readonly #onMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.#found.push(textOf(message));
  };
}

function textOf(message: ConsoleMessage): string {
  return `console: ${message.text()} ${message.location().url}`;
}
