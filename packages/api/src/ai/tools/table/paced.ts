import { pacer } from '../../../core/timing/yield.ts';

/** Does something with each of many things, and lets others work in between. */
export type Paced = <T>(things: readonly T[], each: (thing: T) => void) => Promise<void>;

/** Things between two looks at the clock. */
const AT_ONCE = 64;

/** Makes such work, whose parts share their turns. */
export function paced(): Paced {
  const pace = pacer();
  return async (things, each) => {
    for (const [at, thing] of things.entries()) {
      if (at % AT_ONCE === 0 && pace.isDue()) await pace.taken();
      each(thing);
    }
  };
}
