import type { AgentCall, AgentRun, AgentStep, RunStatus } from '@tandem/shared/agent/schema';
import { costOf } from '../../ai/prices/pricing.ts';
import { costOfStep } from './step-cost.ts';
import type { CallRow, LeftState, StepRow } from './trace.repo.ts';
import type { QueuedRow, RunRow } from './view.repo.ts';

/** Returns a run as everyone in its channel sees it. */
export function presentRun(row: RunRow): AgentRun {
  const { id, channelId, messageId, mode, steps, stepLimit, startedAt, endedAt, activeMs, timeLimitMs } = row;
  const { inputTokens, outputTokens } = row;
  const status = statusOf(row);
  return {
    ...{
      id,
      channelId,
      messageId,
      mode,
      steps,
      stepLimit,
      startedAt,
      endedAt,
      activeMs,
      timeLimitMs,
      status,
    },
    task: row.task ?? '',
    pausedFor: status === 'paused' ? row.pausedFor : null,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cost: spent(row),
    user: { id: row.userId, name: row.userName },
  };
}

function statusOf({ status, waitingSince, pausedFor }: RunRow): RunStatus {
  if (status === 'running') return waitingSince === null ? 'running' : pausedFor ? 'paused' : 'waiting';
  return status === 'interrupted' ? 'failed' : status;
}

/** What its usage says, which is written at its end; until then by its tokens. */
function spent({ cost, endedAt, prices, inputTokens, outputTokens }: RunRow): number {
  if (endedAt !== null || prices === null) return cost ?? 0;
  const amounts = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  return Math.max(cost ?? 0, costOf(prices, amounts).cost);
}

/**
 * Returns a message that waits to become a run.
 * @param limits those with which it would begin now
 */
export function presentQueuedRun(
  { id, channelId, task, userId, userName, createdAt }: QueuedRow,
  limits: Pick<AgentRun, 'mode' | 'stepLimit' | 'timeLimitMs'>,
): AgentRun {
  return {
    ...{ id, channelId, task, messageId: null, status: 'queued', pausedFor: null, ...limits },
    ...{
      steps: 0,
      startedAt: createdAt,
      endedAt: null,
      activeMs: 0,
      inputTokens: 0,
      outputTokens: 0,
      cost: 0,
    },
    user: { id: userId, name: userName },
  };
}

/** Returns the steps of a run with their calls, and the files after each. */
export function presentTrace(
  steps: readonly StepRow[],
  calls: readonly CallRow[],
  states: readonly LeftState[],
  run: RunRow,
): AgentStep[] {
  let manifestId = run.firstManifestId;
  return steps.map(({ index, inputTokens, outputTokens, durationMs, createdAt, order }) => {
    const left = states.filter((state) => state.step === index);
    manifestId = left.at(-1)?.id ?? manifestId;
    const own = calls.filter(({ step }) => step === index);
    return {
      ...{ index, inputTokens, outputTokens, durationMs, startedAt: createdAt, manifestId },
      cost: costOfStep(run, { inputTokens, outputTokens }),
      calls: own
        .sort((a, b) => order.indexOf(a.toolCallId) - order.indexOf(b.toolCallId))
        .map((call) => presentCall(call, left)),
    };
  });
}

function presentCall(row: CallRow, left: readonly LeftState[]): AgentCall {
  const { toolCallId, toolName, decision, isEdited, deciderId, deciderName } = row;
  return {
    ...{ toolCallId, toolName, decision, isEdited, status: statusOfCall(row) },
    decider: deciderId === null ? null : { id: deciderId, name: deciderName ?? '' },
    manifestId: left.findLast((state) => state.toolCallId === toolCallId)?.id ?? null,
  };
}

function statusOfCall({ endedAt, askedAt, decision, isFailed }: CallRow): AgentCall['status'] {
  if (endedAt === null) return askedAt !== null && decision === null ? 'waiting' : 'running';
  if (decision === 'refused') return 'refused';
  return isFailed ? 'failed' : 'done';
}
