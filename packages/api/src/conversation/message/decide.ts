import { isDeepStrictEqual } from 'node:util';
import { beforeCommit, onCommit, transaction } from '@tandem/db';
import type { AllowedCall } from '@tandem/shared/agent/schema';
import { breachOf } from '@tandem/shared/mcp/check';
import type { ToolPart } from '@tandem/shared/message/parts';
import type { DecideTool } from '@tandem/shared/message/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { allowCalls } from '../../agent/run/run.repo.ts';
import { touchedBy, traitsOf } from '../../ai/tools/tools.ts';
import { ToolError, type Touched } from '../../ai/tools/types.ts';
import { findMessage } from '../../content/message/message.repo.ts';
import { writeDecision } from '../../content/turn/approval.repo.ts';
import { MAX_TOOL_CHARACTERS } from '../../content/turn/limits.ts';
import { lockTurn, wakeTurns } from '../../content/turn/wait.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import { plainJson } from '../../core/plain.ts';
import { judgeApproval } from '../../document/document/consent.ts';
import { findWaitingCall, type WaitingCall } from './decide.repo.ts';

/**
 * Returns a call waiting for consent, with its part of the message, which may not be saved yet; null when it
 * does not wait.
 * @throws AppError `notFound`
 */
export async function waitingCall(
  { db }: Pick<UserContext, 'db'>,
  channel: Pick<LoadedChannel, 'id'>,
  call: { messageId: string; toolCallId: string },
): Promise<(WaitingCall & { part: ToolPart | undefined }) | null> {
  const message = await findMessage(db, channel.id, call.messageId);
  if (!message) throw new AppError('notFound');
  const waiting = await findWaitingCall(db, channel.id, call);
  if (!waiting) return null;
  const part = message.parts.findLast(
    (each): each is ToolPart =>
      each.type === 'dynamic-tool' &&
      each.toolCallId === call.toolCallId &&
      each.toolName === waiting.toolName,
  );
  return { ...waiting, part };
}

/**
 * Approves a waiting tool call, possibly with an edited input, or refuses it. The first decision wins. A
 * process takes up the answer from there and announces it. An approval is checked for the decider and the
 * asker; a refused decision leaves the call waiting.
 * @param decision `shown` is the input the decider saw; it does not apply to a call with another input
 * @throws AppError `notFound`, `toolDecided` when it does not wait, `toolInput` when the input does not fit,
 * and those of `judgeApproval`
 */
export async function decideTool(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId, toolCallId, approve, input, shown, always }: DecideTool,
): Promise<{ decided: true }> {
  const waiting = await waitingCall(ctx, channel, { messageId, toolCallId });
  if (!waiting) throw new AppError('toolDecided');
  const { turnId, toolName, asker, part } = waiting;
  if (shown !== undefined && !isSame(shown, waiting.input)) throw new AppError('toolDecided');
  const decidedInput = approve && input !== undefined ? fitting(input, waiting) : null;
  const allowed = approve && always ? allowedBy(waiting, decidedInput ?? waiting.input) : null;
  const touched = approve ? touchedIn(toolName, decidedInput ?? waiting.input) : [];
  const { id: channelId, teamId } = channel;
  const { userId } = ctx.actor;
  await transaction(ctx.db, async (tx) => {
    const judge = () =>
      judgeApproval(tx, { userId: asker.id, teamId, channelId }, userId, touched, {
        isEdited: decidedInput !== null,
      });
    await lockTurn(tx, turnId);
    await judge();
    if (touched.length > 0) beforeCommit(tx, judge);
    const call = { turnId, toolCallId, toolName, input: waiting.input };
    const decision = approve ? 'approved' : 'refused';
    const isFirst = await writeDecision(tx, call, { decision, deciderId: userId, decidedInput });
    if (!isFirst) throw new AppError('toolDecided');
    if (allowed) await allowCalls(tx, turnId, allowed);
    await wakeTurns(tx, [turnId]);
    await recordAudit(tx, ctx, {
      teamId,
      action: 'approval.decide',
      target: { kind: 'tool', id: toolCallId, name: `${part?.source ?? ''}: ${part?.title ?? toolName}` },
      detail: { decision, edited: decidedInput !== null, channelId },
    });
    onCommit(tx, () => ctx.platform.bus.publish(topics.all, { type: 'turn.handedOver', turnId }));
  });
  return { decided: true };
}

/**
 * The later calls that one call stands for: those about its path, or those of its tool of its server outside. Other
 * built-in tools have nothing that bounds what somebody would agree to: two moves, or two commands, have little in common.
 * @throws AppError `toolInput` for a call that stands for no others
 */
function allowedBy({ toolName, toolKey }: WaitingCall, input: object): AllowedCall {
  if (toolKey !== null && toolKey !== toolName) return { toolKey, scope: null };
  const scope = traitsOf(toolName, input)?.scope ?? null;
  if (scope === null) throw new AppError('toolInput', { reason: 'always: names no path' });
  return { toolKey: toolName, scope };
}

/**
 * Returns the resources a call names.
 * @throws AppError `toolTarget` when it names something impossible
 */
export function touchedIn(toolName: string, input: unknown): Touched[] {
  try {
    return touchedBy(toolName, input);
  } catch (err) {
    if (err instanceof ToolError) throw new AppError('toolTarget', {}, err);
    throw err;
  }
}

/** A changed input as it will run. @throws AppError `toolInput` */
function fitting(input: object, { inputSchema, input: before }: WaitingCall): object | null {
  const plain = plainJson(input, MAX_TOOL_CHARACTERS);
  if (typeof plain !== 'object' || plain === null) throw new AppError('toolInput', { reason: '' });
  const breach = breachOf(inputSchema, plain);
  if (breach) throw new AppError('toolInput', { reason: `${breach.path}: ${breach.expected}` });
  return isDeepStrictEqual(plain, before) ? null : plain;
}

/** The database reorders the keys of objects. */
function isSame(shown: object, waiting: object): boolean {
  return isDeepStrictEqual(plainJson(shown, MAX_TOOL_CHARACTERS), waiting);
}
