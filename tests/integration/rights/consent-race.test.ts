import { documentTools } from '@tandem/api/document/document/tools';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { openRoom, type Room } from './asking.ts';
import { whileWaiting } from './waiting.ts';

const server = useTalkingServer();
let room: Room;
beforeEach(async () => {
  room = await openRoom(server);
});
afterEach(() => room.close());

const wait = (document: string) => room.ask('read_document', { document }, 'approval-requested');
const endAccess = (documentId: string, userId: number) =>
  server.db.deleteFrom('grant').where('targetId', '=', documentId).where('userId', '=', userId).execute();
const decisionOf = (toolCallId: string) =>
  server.db
    .selectFrom('tool_call')
    .select(['decision', 'deciderId'])
    .where('toolCallId', '=', toolCallId)
    .where('channelId', '=', room.channelId)
    .executeTakeFirstOrThrow();

describe('a right that ends', () => {
  it('between request and decision refuses the decision, and the call still waits', async () => {
    const document = await room.closed('Salaries', { asker: 'edit' });
    const call = await wait(document);
    await endAccess(document, room.asker.user.id);
    await expectRefused(room.decide(room.asker.api, call, true), 'toolTarget');
    expect(await decisionOf(call.toolCallId)).toEqual({ decision: null, deciderId: null });
    await room.decide(room.asker.api, call, false);
    await room.live.untilSettled();
  });

  it('between decision and commit refuses it as well', async () => {
    const document = await room.closed('Salaries', { asker: 'edit' });
    const call = await wait(document);
    const { asked } = await whileWaiting(
      server.db,
      () => room.decide(room.asker.api, call, true),
      (tx) =>
        tx
          .deleteFrom('grant')
          .where('targetId', '=', document)
          .where('userId', '=', room.asker.user.id)
          .execute(),
    );
    await expectRefused(asked, 'toolTarget');
    expect(await decisionOf(call.toolCallId)).toEqual({ decision: null, deciderId: null });
    await room.decide(room.asker.api, call, false);
    await room.live.untilSettled();
  });

  it.each(['asker', 'decider'] as const)('of the %s after the decision stops the tool', async (who) => {
    const mine = await room.closed('Of the asker', { asker: 'edit' });
    const open = await room.open('Handbook');
    const call = await wait(mine);
    const { user } = room[who];
    // At one moment approved and ended, which no call could do.
    await server.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('tool_call')
        .set({
          decision: 'approved',
          deciderId: user.id,
          decidedAt: sql`now()`,
          ...(who === 'decider' && { decidedInput: JSON.stringify({ document: open }) }),
        })
        .where('toolCallId', '=', call.toolCallId)
        .where('channelId', '=', room.channelId)
        .execute();
      if (who === 'asker')
        await tx.deleteFrom('grant').where('targetId', '=', mine).where('userId', '=', user.id).execute();
      else await tx.updateTable('member').set({ role: 'guest' }).where('userId', '=', user.id).execute();
    });
    const failed = await room.call('output-error');
    expect(failed.errorText).toMatch(who === 'asker' ? /no such document/ : /approved this may not/);
    expect(JSON.stringify(room.live.list.at(-1)?.parts)).not.toContain('The words of');
  });
});

describe('a document that others in the channel can no longer see', () => {
  const toolsOf = () =>
    documentTools(server.platform, {
      userId: room.asker.user.id,
      teamId: room.team.id,
      appId: room.app.id,
      channelId: room.channelId,
    });

  it('is not read by an unapproved call', async () => {
    const document = await room.closed('Salaries', { asker: 'edit', decider: 'edit' });
    await expect(toolsOf().read(document)).rejects.toThrow(/Not everyone/);
    await expect(toolsOf().append(document, 'More')).rejects.toThrow(/Not everyone/);
    await expect(toolsOf().read(document, room.decider.user.id)).rejects.toThrow(/may not approve/);
    await expect(toolsOf().read(document, room.asker.user.id)).resolves.toMatchObject({ name: 'Salaries' });
  });

  it('is not written when that happens before the commit', async () => {
    const document = await room.open('Handbook');
    const { asked } = await whileWaiting(
      server.db,
      () => toolsOf().append(document, 'Added words'),
      (tx) => tx.updateTable('channel').set({ teamLevel: 0 }).where('id', '=', document).execute(),
    );
    await expect(asked).rejects.toThrow(/no such document/);
    const { rows } =
      await sql`select 1 from "document_update" where "documentId" = ${document} and "userId" = ${
        room.asker.user.id
      }`.execute(server.db);
    expect(rows).toEqual([]);
  });
});
