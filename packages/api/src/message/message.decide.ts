import { onCommit, transaction } from '@tandem/db';
import { breachOf } from '@tandem/shared/mcp/check';
import type { ToolPart } from '@tandem/shared/message/parts';
import type { DecideTool } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../access/access.rules.ts';
import { writeDecision } from '../ai/turn/approval.repo.ts';
import { publishToChannel } from '../ai/turn/events.ts';
import { MAX_TOOL_CHARACTERS } from '../ai/turn/limits.ts';
import { plainJson } from '../ai/turn/plain.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { findMessage } from './message.repo.ts';

/**
 * Lets a tool's call that waits in an answer run, perhaps with another input, or refuses it. The first decision
 * stands. The answer's own process goes on from there and tells everyone.
 * @throws AppError `notFound`, `toolDecided` when it does not wait, `toolInput` when the input does not fit
 */
export async function decideTool(
  ctx: UserContext,
  channel: LoadedChannel,
  { messageId, toolCallId, approve, input }: DecideTool,
): Promise<{ decided: true }> {
  const message = await findMessage(ctx.db, channel.id, messageId);
  if (!message) throw new AppError('notFound');
  const part = message.parts.find((each) => each.type === 'dynamic-tool' && each.toolCallId === toolCallId) as
    | ToolPart
    | undefined;
  const { turnId } = message;
  if (turnId === null || part?.state !== 'approval-requested') throw new AppError('toolDecided');
  const decidedInput = approve && input !== undefined ? fitting(input, part) : null;
  await transaction(ctx.db, async (tx) => {
    const call = { turnId, toolCallId };
    const decision = approve ? 'approved' : 'refused';
    const isFirst = await writeDecision(tx, call, { decision, deciderId: ctx.actor.userId, decidedInput });
    if (!isFirst) throw new AppError('toolDecided');
    await recordAudit(tx, ctx, {
      teamId: channel.teamId,
      action: 'approval.decide',
      target: { kind: 'tool', id: toolCallId, name: `${part.source ?? ''}: ${part.title ?? part.toolName}` },
      detail: { decision, edited: decidedInput !== null, channelId: channel.id },
    });
    onCommit(tx, () =>
      publishToChannel(ctx.platform.bus, channel.id, { type: 'toolDecided', turnId, toolCallId }),
    );
  });
  return { decided: true };
}

/** A changed input as it will run. @throws AppError `toolInput` */
function fitting(input: object, { consent, input: before }: ToolPart): object | null {
  const plain = plainJson(input, MAX_TOOL_CHARACTERS);
  if (typeof plain !== 'object' || plain === null) throw new AppError('toolInput', { reason: '' });
  const breach = breachOf(consent?.inputSchema, plain);
  if (breach) throw new AppError('toolInput', { reason: `${breach.path}: ${breach.expected}` });
  return JSON.stringify(plain) === JSON.stringify(before) ? null : plain;
}
