import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database.ts';
import type { AgentRunTable } from '../../tables/agent.ts';
import type { TurnTable } from '../../tables/message.ts';
import { makeMessage } from './conversation.ts';
import { makeTurn } from './usage.ts';

/** A run of an agent's channel that is done, unless specified otherwise, with its task and its answer. */
export async function makeRun(
  db: Db,
  {
    task = 'A task',
    run = {},
    ...values
  }: Pick<Insertable<TurnTable>, 'channelId' | 'userId'> &
    Partial<Insertable<TurnTable>> & { task?: string; run?: Partial<Insertable<AgentRunTable>> },
): Promise<Selectable<TurnTable>> {
  await makeMessage(db, { channelId: values.channelId, authorId: values.userId, text: task });
  const turn = await makeTurn(db, values);
  await db.updateTable('message').set({ turnId: turn.id }).where('id', '=', turn.messageId).execute();
  await db
    .insertInto('agent_run')
    .values({
      ...{ turnId: turn.id, channelId: values.channelId, mode: 'ask', rules: '{}', allowed: '[]' },
      ...{ stepLimit: 50, timeLimitMs: 1_800_000 },
      ...run,
    })
    .execute();
  return turn;
}
