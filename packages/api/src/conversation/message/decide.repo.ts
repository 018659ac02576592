import type { Db } from '@tandem/db';

/** A call waiting for consent, as requested by the model. */
export interface WaitingCall {
  turnId: string;
  toolName: string;
  /** As lists of an assistant's tools name it. */
  toolKey: string | null;
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
    .selectFrom('tool_call')
    .innerJoin('turn', 'turn.id', 'tool_call.turnId')
    .innerJoin('user', 'user.id', 'turn.userId')
    .select([
      'turn.id as turnId',
      'tool_call.toolName',
      'tool_call.toolKey',
      'tool_call.input',
      'tool_call.inputSchema',
    ])
    .select(['user.id', 'user.name'])
    .where('turn.messageId', '=', messageId)
    .where('tool_call.toolCallId', '=', toolCallId)
    .where('tool_call.channelId', '=', channelId)
    .where('tool_call.askedAt', 'is not', null)
    .where('tool_call.decision', 'is', null)
    .where('tool_call.endedAt', 'is', null)
    .where('turn.status', '=', 'running')
    .where('turn.stopRequestedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const { id, name, inputSchema, ...call } = found;
  return { ...call, inputSchema: inputSchema ?? {}, asker: { id, name } };
}
