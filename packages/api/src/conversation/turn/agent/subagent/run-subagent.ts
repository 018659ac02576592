import type { Db } from '@tandem/db';
import { SUBAGENT_TOOL, type SubagentResult } from '@tandem/shared/agent/subagent';
import type { AgentFork, ForkConflict } from '../../../../agent/tool/agent-tools.ts';
import { firstAndLast, jsonLength } from '../../../../agent/tool/bounded-text.ts';
import { estimateJson, estimateText } from '../../../../ai/context/context.ts';
import type { SubagentTask } from '../../../../ai/tools/agent/types.ts';
import { Deferred } from '../../../../ai/tools/deferred.ts';
import { describeTools, type ToolContext, traitsOf } from '../../../../ai/tools/tools.ts';
import { ToolError, type ToolOptions, type WrittenAddresses } from '../../../../ai/tools/types.ts';
import { steadyMs } from '../../../../core/timing/steady.ts';
import type { TurnBudget } from '../../budget.ts';
import type { RunningTurn } from '../../running.ts';
import { answerInSteps, type StepsEnd } from '../../step/answer-steps.ts';
import { guardedTools, type ToolGuard } from '../../step/guarded-tools.ts';
import { type StepStore, Steps } from '../../step/steps.ts';
import type { TurnPlan } from '../../types.ts';
import { Progress } from './progress.ts';
import type { StepShare } from './share.ts';

/**
 * Characters, as JSON writes them, of an answer, of the files that are named and of the conflicts. All together, with the
 * calls that are shown, are less than a call may return: what is more would be kept as a mere text, of which nothing is
 * counted.
 */
const MAX_ANSWER = 8_000;
const MAX_CHANGED = 3_000;
const MAX_CONFLICTS = 4_000;
/** Characters of a path. */
const MAX_PATH = 150;
/** Addresses that one reads without consent, and characters of each. */
const MAX_OPENED = 10;
const MAX_ADDRESS = 300;

const INSTRUCTIONS =
  'You are a sub-agent: you do one part of a task for another agent, on a copy of the files that is merged when you end. You cannot ask anybody. Where something is refused because a person would have to allow it, go on without it and say so. End with a short answer that says what you found and did: the other agent reads nothing else of you.';

/** Tools that make no sense within one: depth is one, its plan is shown nowhere, and it has nobody to ask. */
const withheld: readonly string[] = [SUBAGENT_TOOL, 'update_plan', 'ask_person'];

export interface SubagentOptions {
  turn: RunningTurn;
  plan: TurnPlan;
  run: NonNullable<TurnPlan['run']>;
  db: Db;
  budget: TurnBudget;
  share: StepShare;
  /** Names of the tools of the agent that starts it. */
  tools: readonly string[];
  guard: ToolGuard;
  /** What its tools search and read besides files. */
  read: Pick<ToolContext, 'sources' | 'workspace' | 'written'>;
}

/**
 * Has a sub-agent work until it answers, within what is left of its run. It changes nothing but its copy of the files, so
 * that it may begin again.
 * @returns its answer; its files are merged when that is stored
 * @throws ToolError when it cannot begin; the signal's reason when it was stopped
 */
export async function runSubagent(
  options: SubagentOptions,
  task: SubagentTask,
  { signal, onProgress }: ToolOptions,
): Promise<Deferred<SubagentResult>> {
  const { turn, plan, run, budget, share } = options;
  const own = share.begin();
  const { meter, end: endMeter } = turn.meter.branch();
  const late = AbortSignal.timeout(Math.max(1, run.row.timeLimitMs - (steadyMs() - turn.startedAt)));
  const inTime = AbortSignal.any([signal, late]);
  const progress = new Progress(meter, plan.asked.model, (result) => {
    if (!inTime.aborted) onProgress?.(result);
  });
  const opened: string[] = [];
  let isLast = false;
  const begin = async () => {
    isLast = !own.take();
    progress.requests += 1;
    await budget.cover(turn.meter.withNextRequest);
  };
  let fork: AgentFork | null = null;
  try {
    fork = await run.fork();
    const names = options.tools.filter(
      (name) => !withheld.includes(name) && traitsOf(name, {})?.isRepeatable,
    );
    const instructions = `${plan.instructions}\n\n${INSTRUCTIONS}`;
    const prompt = `${task.title}\n\n${task.instructions}`;
    const described = describeTools(names, [], { fetch: options.guard.fetch, agent: fork.tools });
    meter.expect(estimateText(instructions) + estimateText(prompt) + estimateJson(described));
    await begin();
    const end = await answerInSteps({
      model: plan.model,
      instructions,
      messages: [{ role: 'user', content: prompt }],
      parameters: plan.parameters,
      tools: toolsOf(options, names, {
        ...options.read,
        ...(options.read.written && { written: noted(options.read.written, opened) }),
        agent: fork.tools,
      }),
      signal: inTime,
      secrets: plan.secrets,
      steps: new Steps(storeOf(options.db)),
      spent: () => meter.total,
      // The step that was set aside for its answer.
      get maxSteps() {
        return isLast ? 1 : null;
      },
      partCount: () => 0,
      beforeStep: async () => {
        await begin();
        return false;
      },
      onWaiting: () => Promise.resolve(false),
      onLost: () => {},
      onPart(part) {
        if (!budget.admits(part)) return undefined;
        meter.take(part);
        progress.take(part);
        return budget.watch(turn.meter);
      },
    });
    signal.throwIfAborted();
    const stopped = stoppedBy(end, late);
    const result = {
      answer: firstAndLast(progress.answer, MAX_ANSWER),
      ...(stopped && { stopped }),
      ...(opened.length > 0 && { opened }),
      ...progress.result,
    };
    return merged(result, task, fork);
  } finally {
    progress.close();
    endMeter();
    own.end();
    fork?.close();
  }
}

function stoppedBy({ failure }: StepsEnd, late: AbortSignal): string | null {
  if (late.aborted) return 'The time of this run was over before it ended.';
  return failure && `Its model failed before it ended (${failure.key}).`;
}

/** Notes which addresses are read, since an answer that goes on later may not read them again. */
const noted = (written: WrittenAddresses, opened: string[]): WrittenAddresses => ({
  async take(url) {
    if (opened.length >= MAX_OPENED || url.href.length > MAX_ADDRESS) return false;
    if (!(await written.take(url))) return false;
    opened.push(url.href);
    return true;
  },
});

/** Its rights are those of its run, but that nobody is asked. */
function toolsOf(
  { plan, guard }: SubagentOptions,
  tools: string[],
  read: Parameters<typeof guardedTools>[2],
) {
  const { fetch, mayGoOn, hasTool, mayApprove, rule, onAccessLost, onDefect } = guard;
  return guardedTools(
    { ...plan, tools, outsideTools: [] },
    {
      ...{ fetch, mayGoOn, hasTool, mayApprove, onAccessLost, onDefect },
      ...(rule && { rule }),
      asked: () => null,
      consent: () =>
        Promise.reject(
          new ToolError(
            'A person would have to allow this, and a sub-agent asks nobody. Go on without it, and say so.',
          ),
        ),
    },
    read,
  );
}

/** Keeps steps in memory, and has changes of files take effect in the copy at once. */
const storeOf = (db: Db): StepStore => ({
  insert: () => Promise.resolve(true),
  async end(call, end) {
    if (!('deferred' in end)) return end;
    try {
      return { value: await end.deferred.commit(db, { turnId: '', ...call }) };
    } catch (error) {
      if (error instanceof ToolError) return { error: error.message };
      throw error;
    }
  },
  calls: () => Promise.resolve([]),
});

function merged(result: SubagentResult, { title }: SubagentTask, fork: AgentFork): Deferred<SubagentResult> {
  const { changes } = fork.files;
  if (changes.length === 0) return new Deferred(result, () => Promise.resolve(result));
  const changed = named(
    changes.map(({ path, after }) => (after ? path : `${path} (deleted)`)),
    MAX_CHANGED,
  );
  return new Deferred({ ...result, changed }, async (tx, call) => {
    const conflicts = await fork.merge(tx, call, title);
    if (conflicts.length === 0) return { ...result, changed };
    return {
      ...result,
      changed,
      conflicts: named(conflicts.map(sentenceOf), MAX_CONFLICTS, 2 * MAX_PATH + 100),
    };
  });
}

function sentenceOf({ path, keptAs }: ForkConflict): string {
  const at = path.slice(0, MAX_PATH);
  return keptAs === null
    ? `${at}: it was deleted by the sub-agent and changed elsewhere; the change was kept.`
    : `${at}: it was changed elsewhere as well; the sub-agent's was kept as ${keptAs.slice(0, MAX_PATH)}.`;
}

/** The first names, as many as have room. */
function named(names: readonly string[], room: number, length = MAX_PATH): string[] {
  const shown: string[] = [];
  let left = room;
  for (const name of names) {
    const short = name.slice(0, length).toWellFormed();
    left -= jsonLength(short) + 1;
    if (left < 0) break;
    shown.push(short);
  }
  const more = names.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more`] : shown;
}
