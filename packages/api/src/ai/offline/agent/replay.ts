import type { PlannedCall, Reply } from '../intent.ts';
import type { Reading, ToolAnswer } from '../reading.ts';

/** Work in steps: yields the calls of a step, receives their results in the same order, returns what is told at the end. */
export type Steps<Told = string> = Generator<PlannedCall[], Told, ToolAnswer[]>;

/** Steps after which work ends whatever it still wants; runs pause after 50. */
const MAX_STEPS = 45;

/**
 * Continues work. A request holds everything since its question and nothing else is kept, so the work is done from its
 * beginning with the results that are there, up to the first step whose results are not.
 */
export function replay(steps: Steps, { results, tools }: Pick<Reading, 'results' | 'tools'>): Reply {
  const left = [...results];
  let next = steps.next();
  for (let step = 0; step < MAX_STEPS && !next.done; step += 1) {
    const calls = next.value;
    const offered = calls.filter(({ tool }) => tools.has(tool));
    const answers = takeAnswers(offered, left);
    if (!answers) return { calls: offered };
    next = steps.next(calls.map((call) => answers.get(call) ?? notOffered(call)));
  }
  return { text: next.done ? next.value : '' };
}

/** The results of a step's calls, taken out of `left`; null when they are not there yet. */
function takeAnswers(calls: readonly PlannedCall[], left: ToolAnswer[]): Map<PlannedCall, ToolAnswer> | null {
  const answers = new Map<PlannedCall, ToolAnswer>();
  for (const isSame of [isExactly, isLike])
    for (const call of calls) {
      if (answers.has(call)) continue;
      const at = left.findIndex((answer) => isSame(call, answer));
      const [answer] = at === -1 ? [] : left.splice(at, 1);
      if (answer) answers.set(call, answer);
    }
  return answers.size === calls.length ? answers : null;
}

function isExactly({ tool, input }: PlannedCall, answer: ToolAnswer): boolean {
  return answer.tool === tool && inOrder(answer.input) === inOrder(input);
}

/** Stored inputs come back with their keys in another order. */
function inOrder(input: unknown): string {
  return typeof input === 'object' && input !== null
    ? JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(input);
}

/** A person may change the input of a call when allowing it. */
function isLike({ tool }: PlannedCall, answer: ToolAnswer): boolean {
  return answer.tool === tool;
}

function notOffered({ tool, input }: PlannedCall): ToolAnswer {
  return { tool, input, value: '', failed: true };
}
