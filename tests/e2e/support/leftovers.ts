/** What tests of a worker made in the team that they share. */
const made: (() => Promise<unknown>)[] = [];

/** Has something put away after the test: the tree draws only what is in sight, and must not grow test by test. */
export function putAwayAfter(remove: () => Promise<unknown>): void {
  made.push(remove);
}

/** Puts away what is still there. */
export async function putAway(): Promise<void> {
  // Some tests remove it themselves, or end the server that has it.
  await Promise.allSettled(made.splice(0).map((remove) => remove()));
}
