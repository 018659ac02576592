import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import { filesOf } from '@tandem/shared/message/parts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { openConversation, useTalkingServer } from '../message/conversation.ts';
import { whileWaiting } from './waiting.ts';

const server = useTalkingServer();

it('a picture is not stored for a person suspended meanwhile', async () => {
  const talk = await openConversation(server, { name: 'Named' });
  const { channelId, app, team } = talk;
  await talk.api.trpc.app.setPermission.mutate({ appId: app.id, permission: 'edit' });
  const { user, api } = await talk.person();
  const apiHost = server.provider.urls.openai;
  const { id: providerId } = await makeProvider(server.db, { kind: 'openai', apiHost, teamId: team.id });
  const abilities = JSON.stringify({ tools: false, vision: true, reasoning: false });
  const { id: modelId } = await makeModel(server.db, {
    ...{ providerId, modelId: 'gpt-image-1', kind: 'image', abilities },
  });
  // So long that the lock is held before the picture has come.
  await api.trpc.message.send.mutate({ channelId, text: 'A red fox [[slow 1500]]', modelId });
  const ended = async () => {
    const turns = await server.db.selectFrom('turn').select('status').where('userId', '=', user.id).execute();
    return turns.length === 1 && turns[0]?.status !== 'running';
  };
  const { asked, waited } = await whileWaiting(
    server.db,
    () => until('the answer has ended', ended, 30_000),
    (tx) => tx.updateTable('member').set({ suspendedAt: sql`now()` }).where('userId', '=', user.id).execute(),
  );
  await asked;
  expect(waited).toBe(true);
  const files = await server.db.selectFrom('file').select('id').where('channelId', '=', channelId).execute();
  expect(files).toEqual([]);
  await talk.live.untilSettled();
  expect(filesOf(talk.live.list.at(-1)?.parts ?? [])).toEqual([]);
  await talk.close();
});
