/** Removals that are due after the current test. */
const made: (() => Promise<unknown>)[] = [];

/**
 * Registers something to be removed after the test: the tree renders only visible rows, and must not grow
 * test by test.
 */
export function removeAfterTest(remove: () => Promise<unknown>): void {
  made.push(remove);
}

/** Removes everything registered. */
export async function cleanUp(): Promise<void> {
  // Some tests remove it themselves, or stop its server.
  await Promise.allSettled(made.splice(0).map((remove) => remove()));
}
