import type { Logger } from '@tandem/api/core/log';
import { steadyMs } from '@tandem/api/core/timing/steady';

export type DependencyName = 'database' | 'queue' | 'redis' | 'storage';

/** An external dependency of the server. */
export interface Dependency {
  name: DependencyName;
  /** As operators know it. */
  title: string;
  /** Rejects with the reason while it cannot be used. */
  check(): Promise<unknown>;
  /** Without it the server is not ready; without others it runs with less. */
  isEssential: boolean;
}

/** Milliseconds without a response after which a dependency counts as away. */
const PATIENCE_MS = 2_000;
/** Milliseconds between checks of each; more often while it is away. */
const EVERY_MS = { up: 5_000, away: 1_000 };

interface State {
  isUp: boolean;
  awaySince: number;
  /** Number of suppressed log lines about its absence. */
  kept: number;
  asking: Promise<boolean> | null;
}

/** Monitors the server's dependencies, and logs once when one goes away and once when it returns. */
export class Dependencies {
  private readonly states = new Map<DependencyName, State>();
  private readonly known: readonly Dependency[];
  private readonly log: Logger;
  private readonly timers: NodeJS.Timeout[] = [];
  private isClosed = false;

  constructor(log: Logger, known: readonly Dependency[]) {
    this.log = log;
    this.known = known;
    for (const { name } of known) this.states.set(name, { isUp: true, awaySince: 0, kept: 0, asking: null });
  }

  /** Checks immediately and then periodically. */
  watch(): void {
    for (const dependency of this.known) this.askAgain(dependency, 0);
  }

  /** Reports the current state of each dependency. */
  async report(): Promise<{ isReady: boolean; states: Partial<Record<DependencyName, boolean>> }> {
    const answers = await Promise.all(
      this.known.map(async (dependency) => ({ ...dependency, isUp: await this.ask(dependency) })),
    );
    return {
      isReady: answers.every(({ isUp, isEssential }) => isUp || !isEssential),
      states: Object.fromEntries(answers.map(({ name, isUp }) => [name, isUp])),
    };
  }

  /** Whether something is away; counts the log line that is suppressed because of it. */
  async isAway(): Promise<boolean> {
    await Promise.all(this.known.map((dependency) => this.ask(dependency)));
    const away = [...this.states.values()].find(({ isUp }) => !isUp);
    if (away) away.kept += 1;
    return away !== undefined;
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private askAgain(dependency: Dependency, ms: number): void {
    const at = this.known.indexOf(dependency);
    this.timers[at] = setTimeout(async () => {
      const isUp = await this.ask(dependency);
      if (!this.isClosed) this.askAgain(dependency, isUp ? EVERY_MS.up : EVERY_MS.away);
    }, ms).unref();
  }

  /** One check at a time; concurrent callers share it. */
  private ask(dependency: Dependency): Promise<boolean> {
    const state = this.states.get(dependency.name);
    if (!state) return Promise.resolve(false);
    state.asking ??= this.answerOf(dependency, state).finally(() => {
      state.asking = null;
    });
    return state.asking;
  }

  private async answerOf({ title, name, check }: Dependency, state: State): Promise<boolean> {
    const reason = await outcome(check);
    const isUp = reason === null;
    if (this.isClosed || isUp === state.isUp) return isUp;
    state.isUp = isUp;
    if (!isUp) {
      state.awaySince = steadyMs();
      // As text, since lines with such an error are suppressed from now on.
      this.log.warn({ part: name, reason: wordsOf(reason.err) }, `${title} is away`);
    } else {
      const seconds = Math.round((steadyMs() - state.awaySince) / 100) / 10;
      this.log.info({ part: name, seconds, linesLeftOut: state.kept }, `${title} is back`);
      state.kept = 0;
    }
    return isUp;
  }
}

/** The innermost cause in a few words, with its code. */
function wordsOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  if (err.cause instanceof Error) return wordsOf(err.cause);
  const [first] = err instanceof AggregateError ? (err.errors as unknown[]) : [];
  if (first instanceof Error) return wordsOf(first);
  const code = 'code' in err ? String(err.code) : '';
  return err.message.includes(code) ? err.message : `${code}: ${err.message}`;
}

/** Null when it answered in time. */
async function outcome(check: () => Promise<unknown>): Promise<{ err: unknown } | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)), PATIENCE_MS);
  });
  try {
    await Promise.race([check(), late]);
    return null;
  } catch (err) {
    return { err };
  } finally {
    clearTimeout(timer);
  }
}
