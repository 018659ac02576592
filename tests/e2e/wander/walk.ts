import { type Action, actions } from './actions.ts';
import { chance, choose } from './chance.ts';
import { faultsOf, focusOf } from './checks.ts';
import type { Walker } from './walker.ts';

/** Lines of a walk that a failure shows. */
const SHOWN = 25;

/** The record of a walk, for repeating it. */
export class Walk {
  readonly #seed: number;
  readonly #lines: string[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  get length(): number {
    return this.#lines.length;
  }

  note(line: string): void {
    this.#lines.push(`${String(this.#lines.length + 1).padStart(4)}  ${line}`);
  }

  /** Text for faults: how to repeat the walk, and its last actions. */
  describe(faults: readonly string[]): string {
    return [
      ...faults,
      '',
      `Seed ${this.#seed}, after ${this.length} actions. Again: WANDER_SEED=${this.#seed} WANDER_ACTIONS=${this.length} npm run wander`,
      ...this.#lines.slice(-SHOWN),
    ].join('\n');
  }
}

/**
 * Lets people take turns for a number of actions, and checks every screen they reach.
 * @param unseen hidden problems in any of their windows
 * @throws Error with the faults and the walk
 */
export async function wander(
  walkers: readonly [Walker, ...Walker[]],
  { seed, actions: wanted, unseen }: { seed: number; actions: number; unseen(): string[] },
): Promise<void> {
  const walk = new Walk(seed);
  for (let step = 0; walk.length < wanted; step += 1) {
    const lot = `${seed} ${step}`;
    const walker = walkers[Math.floor(chance(lot, 'who') * walkers.length)] ?? walkers[0];
    const action = choose(actions, lot, { name: ({ name }) => name, weight: ({ weight }) => weight });
    const faults = action ? await takeStep(walk, walker, action, lot) : [];
    faults.push(...unseen());
    if (faults.length > 0) throw new Error(walk.describe(faults));
  }
}

async function takeStep(walk: Walk, walker: Walker, action: Action, lot: string): Promise<string[]> {
  const { name } = walker.person.user;
  const where = () =>
    walker.page
      .url()
      .replace(/^https?:\/\/[^/]*/, '')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
  const from = where();
  const before = await focusOf(walker.page);
  try {
    const done = await action.run(walker, lot);
    if (done === null) return [];
    await walker.settled();
    walk.note(`${name} ${done}   ${from === where() ? `at ${from}` : `${from} → ${where()}`}`);
  } catch (error) {
    walk.note(`${name}: ${action.name}   at ${from}`);
    return [(error as Error).message];
  }
  const faults = await faultsOf(walker.page, before);
  const again = await walker.comeBack();
  if (again) {
    await walker.settled();
    walk.note(`${name} ${again}`);
  }
  return faults;
}
