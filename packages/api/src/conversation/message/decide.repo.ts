import type { Db } from '@tandem/db';

/** A call waiting for consent, as requested by the model. */
export interface WaitingCall {
  turnId: string;
  toolName: string;
  input: object;
  /** JSON schema that a changed input has to fit. */
  inputSchema: object;
  /** The asker of the answer. */
  asker: { id: number; name: string };
}

/** A call of an answer that waits for consent; null when it does not. */
export async function findWaitingCall(
  db: Db,
  channelId: string,
  { messageId, toolCallId }: { messageId: string; toolCallId: string },
): Promise<WaitingCall | null> {
  const found = await db
    .selectFrom('tool_approval')
    .innerJoin('turn', 'turn.id', 'tool_approval.turnId')
    .innerJoin('user', 'user.id', 'turn.userId')
    .select([
      'turn.id as turnId',
      'tool_approval.toolName',
      'tool_approval.input',
      'tool_approval.inputSchema',
    ])
    .select(['user.id', 'user.name'])
    .where('turn.messageId', '=', messageId)
    .where('tool_approval.toolCallId', '=', toolCallId)
    .where('tool_approval.channelId', '=', channelId)
    .where('tool_approval.decision', 'is', null)
    .where('turn.status', '=', 'running')
    .where('turn.stopRequestedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const { id, name, ...call } = found;
  return { ...call, asker: { id, name } };
}
