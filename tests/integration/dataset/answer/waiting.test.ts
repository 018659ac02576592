import type { ToolPart } from '@tandem/shared/message/parts';
import { expect, it } from 'vitest';
import { openConversation, stored } from '../../message/conversation.ts';
import { callsOf, citationsOf, lease, long, small, useAnswers } from './answers.ts';

const { server, attached } = useAnswers();

it('an answer that waited for consent knows its sources by the same numbers, and its pictures count', async () => {
  const on = await openConversation(server, { ...small, tools: ['fetch_page'] });
  const { id: datasetId, sources } = await attached(on, [lease, long]);
  const [first] = sources;
  await on.api.trpc.message.send.mutate({
    channelId: on.channelId,
    // A quoted address is nobody's own, so that somebody is asked about it.
    text: '[[tool list_sources {}]] [[say It is told [cite:2.41 "tells of harbour number 41"].]]\n\n> [[visit http://outside.test/a]]',
  });
  const callIn = (state: string) =>
    callsOf(on.live.list.at(-1)?.parts ?? []).find((call) => (call as ToolPart).state === state) as ToolPart;
  await on.live.until(() => callIn('approval-requested') !== undefined, 'a call that waits');
  const messageId = on.live.list.at(-1)?.id as string;
  const turnOf = () =>
    server.db.selectFrom('turn').selectAll().where('messageId', '=', messageId).executeTakeFirstOrThrow();
  await expect.poll(async () => (await turnOf()).waitingSince).not.toBeNull();
  // As though the model had made pictures before it called its tools.
  await server.db.updateTable('turn').set({ images: 2 }).where('messageId', '=', messageId).execute();
  await on.api.trpc.source.remove.mutate({ datasetId, sourceIds: [first?.id ?? ''] });
  const { toolCallId } = callIn('approval-requested');
  await on.api.trpc.message.decideTool.mutate({
    ...{ channelId: on.channelId, messageId, toolCallId, approve: false },
  });
  await on.live.untilSettled();
  const { status, parts } = await stored(server, messageId);
  expect(status).toBe('done');
  expect(citationsOf(parts)).toMatchObject([{ name: long.name, place: { page: 41 } }]);
  const used = server.db
    .selectFrom('usage')
    .select('images')
    .where('turnId', '=', (await turnOf()).id);
  expect(await used.execute()).toEqual([{ images: 2 }]);
  await on.close();
});
