import { ruleOf } from '../../agent/run/rules.ts';
import { findRun, type RunRow } from '../../agent/run/run.repo.ts';
import { estimateJson } from '../../ai/context/context.ts';
import type { AgentSubagents } from '../../ai/tools/agent/types.ts';
import { describeTools } from '../../ai/tools/tools.ts';
import { MAX_STEPS } from '../../content/turn/limits.ts';
import type { StoredStep } from '../../content/turn/step.repo.ts';
import type { Logger } from '../../core/log.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { quotableSources } from '../../dataset/citation/cite.ts';
import { AnswerSources } from '../../dataset/grounding/answer-sources.ts';
import { sourceTools } from '../../dataset/grounding/tools.ts';
import { hasTool } from '../../models/assistant/assistant.service.ts';
import { recordSideRequest } from '../message/spend.ts';
import { quotableWorkspace } from '../workspace/quote.ts';
import { workspaceTools } from '../workspace/tools.ts';
import { pauseBefore } from './agent/limits.ts';
import { pauseRun } from './agent/pause.ts';
import { runSubagent } from './agent/subagent/run-subagent.ts';
import { StepShare } from './agent/subagent/share.ts';
import { takeSaid } from './agent/take-said.ts';
import { budgetOf } from './budget.ts';
import { buildContext } from './context.ts';
import { Citing, type Written } from './grounding/citing.ts';
import { quotable } from './grounding/quotable.ts';
import { keptTrying } from './kept-trying.ts';
import { keepPicture } from './pictures.ts';
import { mayApprove, mayGoOn } from './plan.ts';
import type { RunningTurn } from './running.ts';
import { answerInSteps } from './step/answer-steps.ts';
import { Approvals } from './step/approvals.ts';
import { guardedTools, type ToolGuard } from './step/guarded-tools.ts';
import { Steps, storedSteps } from './step/steps.ts';
import type { TurnPlan } from './types.ts';
import { addressesOnPath } from './written-addresses.ts';

/**
 * Has the model write a turn's answer, within the budget and with the tools of its plan.
 * @param known its steps, if it ran before
 * @returns null when it waits for consent; else how the stream ended, why the budget stopped it if it did, and the question that was answered
 */
export async function writeAnswer(
  turn: RunningTurn,
  plan: TurnPlan,
  known: readonly StoredStep[],
  { platform, log }: { platform: Platform; log: Logger },
) {
  const { db } = platform.database;
  const { channelId } = turn.turn;
  const { run } = plan;
  const budget = budgetOf(turn, plan, db);
  const { userId, teamId, assistantId } = turn.turn;
  const asking = { userId, teamId, channelId, assistantId };
  const steps = new Steps(storedSteps(db, turn), known);
  const sources = new AnswerSources(db, asking, turn.turn.sources);
  turn.sources = () => sources.known;
  const context = await buildContext({
    platform,
    channelId,
    asking,
    sources,
    takesTools: plan.takesTools,
    answerSeq: turn.seq,
    // What its steps wrote, the model reads from them.
    answer: turn.streaming.parts.slice(0, steps.partsBefore ?? undefined),
    model: plan.model,
    contextWindow: plan.contextWindow,
    vision: plan.vision,
    instructions: plan.instructions,
    document: plan.document,
    tools: describeTools(
      plan.tools,
      plan.outsideTools,
      run ? { fetch: platform.fetch, agent: run.tools } : undefined,
    ),
    signal: turn.signal,
    onSummaryFailed: (err) => log.warn({ err, turn: turn.turn.id }, 'a summary could not be made'),
    beforeSummary: (inputTokens) => budget.cover({ inputTokens }),
    onSummary: (cost) => recordSideRequest(platform, turn.turn, plan.asked, { kind: 'summary', ...cost }),
  });
  turn.meter.expect(context.estimate + (steps.count > 0 ? estimateJson(steps.messages) : 0));
  await budget.cover(turn.meter.withNextRequest);
  const { grounding } = context;
  if (grounding.use && !turn.streaming.parts.some(({ type }) => type === 'data-grounding'))
    turn.streaming.push({ type: 'data-grounding', data: grounding.use });
  const citing = new Citing(
    turn.streaming.parts,
    quotable(context.files, quotableSources(sources), quotableWorkspace(db, asking)),
  );
  if (context.summary) turn.streaming.push(context.summary);
  turn.streaming.label(
    new Map(plan.outsideTools.map(({ name, title, source }) => [name, { title, source }])),
  );
  if (steps.open) turn.streaming.reopenStep();
  const approvals = new Approvals(turn, steps, db);
  const pausesBefore = async (row: RunRow) => {
    await keptTrying(() => takeSaid(platform, turn, steps), turn.signal);
    const reason = pauseBefore(turn, steps, row, { known: known.length, delegated: share?.used ?? 0 });
    return reason !== null && pauseRun(turn, reason);
  };
  const share = run && new StepShare(steps, run);
  const tools = [...new Set([...plan.tools, ...grounding.tools])];
  const guard: ToolGuard = {
    fetch: platform.fetch,
    mayGoOn: () => mayGoOn(platform, turn.turn),
    // What comes with the question and its sources is judged by each call.
    hasTool: async (key) =>
      grounding.tools.includes(key) ||
      run?.names.some((name) => name === key) ||
      hasTool(db, turn.turn.assistantId, key),
    ...(run && {
      rule: (call) => ruleOf(run.row, call),
      start: (toolCallId) => approvals.start(toolCallId),
      isOutcomeUnknown: (toolCallId) => approvals.isOutcomeUnknown(toolCallId),
    }),
    onProgress: (call, output) => turn.streaming.tell(call, { state: 'input-available', output }),
    mayApprove: (userId) => mayApprove(platform, turn.turn, userId),
    asked: (toolCallId) => approvals.asked(toolCallId),
    consent: (...call) => approvals.ask(...call),
    onAccessLost: () => turn.end('accessLost'),
    onDefect: (tool, err) => log.error({ err, tool }, 'a tool failed'),
  };
  const read = {
    sources: sourceTools({ db, platform }, sources),
    workspace: workspaceTools(db, asking),
    written: addressesOnPath(
      db,
      { channelId, answerSeq: turn.seq, instructions: plan.writtenInstructions },
      known.flatMap(({ calls }) => calls),
    ),
  };
  const subagents: AgentSubagents | null = run &&
    share && {
      run: (...task) => runSubagent({ turn, plan, run, db, budget, share, tools, guard, read }, ...task),
    };
  const end = await answerInSteps({
    model: plan.model,
    instructions: context.instructions,
    messages: context.messages,
    parameters: plan.parameters,
    tools: guardedTools({ ...plan, tools }, guard, {
      ...read,
      ...(run && { agent: { ...run.tools, ...(subagents && { subagents }) } }),
    }),
    signal: turn.signal,
    secrets: plan.secrets,
    steps,
    spent: () => turn.meter.total,
    maxSteps: run ? null : MAX_STEPS,
    partCount: () => turn.streaming.parts.length,
    async onWaiting() {
      if (await turn.wait()) return true;
      if (run) run.row = (await keptTrying(() => findRun(db, turn.turn.id), turn.signal)) ?? run.row;
      return false;
    },
    onLost: () => turn.end('lost'),
    async beforeStep() {
      if (run && (await pausesBefore(run.row))) return true;
      await budget.cover(turn.meter.withNextRequest);
      return false;
    },
    async onFile({ uint8Array: data }) {
      if (await keepPicture(turn, platform, { data }, context.question)) turn.meter.addPicture();
    },
    onPart(part) {
      if (!budget.admits(part)) return undefined;
      turn.meter.take(part);
      const written = citing.take(part);
      if (written instanceof Promise)
        return written.then((late) => {
          write(turn, late);
          return budget.watch(turn.meter);
        });
      write(turn, written);
      return budget.watch(turn.meter);
    },
  });
  await budget.close();
  if (end.isWaiting) return null;
  write(turn, citing.rest());
  if (plan.document) turn.streaming.rewrite(plan.document.forPeople);
  return { end, spent: turn.cause === 'spent' ? budget.refusal : null, question: context.question };
}

function write(turn: RunningTurn, written: readonly Written[]): void {
  for (const part of written) {
    if (part.type === 'data-citation') {
      turn.streaming.push(part);
      continue;
    }
    if (!turn.streaming.take(part)) continue;
    if (part.type !== 'start-step') turn.firstTokenMs ??= steadyMs() - turn.startedAt;
    // Deltas arrive by the hundred; every other part is a boundary worth saving.
    if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') turn.saveNow();
  }
}
