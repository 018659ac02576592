import { beforeAll, beforeEach } from 'vitest';

type Close = () => unknown;

/**
 * The result of `open`, as one object for the whole file: empty until the hook has run.
 * @param close closes it
 */
function filled<T extends object>(
  hook: typeof beforeAll | typeof beforeEach,
  open: () => Promise<T>,
  close: (opened: T) => unknown,
): T {
  const named = {} as T;
  hook(async () => {
    const opened = await open();
    Object.defineProperties(named, Object.getOwnPropertyDescriptors(opened));
    const end: Close = () => close(opened);
    return end;
  });
  return named;
}

/** Opened once, ahead of the tests of the file or `describe` in which it is called. */
export function forAll<T extends object>(
  open: () => Promise<T>,
  close: (opened: T) => unknown = () => {},
): T {
  return filled(beforeAll, open, close);
}

/** Opened again before each test. */
export function forEach<T extends object>(
  open: () => Promise<T>,
  close: (opened: T) => unknown = () => {},
): T {
  return filled(beforeEach, open, close);
}
