import { makeApp, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { describe, expect, it } from 'vitest';
import { openConversation } from '../../message/conversation.ts';
import { addSource, attach, makeDataset } from '../sources.ts';
import { callsOf, lease, long, small, useAnswers } from './answers.ts';

const { server, talk, ask, lastRequest, attached } = useAnswers();

describe('rights', () => {
  it('an asker who cannot view the dataset gets nothing of it', async () => {
    await attached(talk, [lease]);
    const { api } = await talk.person();
    await api.trpc.message.send.mutate({ channelId: talk.channelId, text: 'When is the rent due?' });
    await talk.live.until(({ list }) => list.length === 2);
    await talk.live.untilSettled();
    expect(talk.live.list[1]?.parts.some(({ type }) => type === 'data-grounding')).toBe(false);
    expect(lastRequest().text).not.toContain('lease');
    expect(lastRequest().tools).toEqual([]);
  });

  it('of those who read an answer decide whether its datasets are named', async () => {
    const dataset = await makeDataset(server, talk, { sources: [lease], visibility: 'team', name: 'Leases' });
    await attach(server, talk, dataset.id, { channelId: talk.channelId });
    await attached(talk, [{ name: 'secret.pdf', pages: ['Nobody knows the code.'] }]);
    // Reads the channel, but not the second dataset.
    await talk.person();
    const { parts } = await ask('[[say Soon.]] When is the rent due?');
    const use = parts.find(({ type }) => type === 'data-grounding');
    expect(use).toMatchObject({ data: { ready: 2, datasets: [{ id: dataset.id, name: 'Leases' }] } });
  });

  it('that end between two tool calls end the next one', async () => {
    const on = await openConversation(server, small);
    const { id } = await attached(on, [long]);
    const { user, api } = await on.person();
    const grant = { teamId: on.team.id, targetId: id, userId: user.id, level: levelRank.view };
    await makeGrant(server.db, grant);
    await api.trpc.message.send.mutate({
      channelId: on.channelId,
      text: '[[slow 250]] [[toolloop search_sources {"query":"harbour"}]] Count',
    });
    const outputs = () => callsOf(on.live.list[1]?.parts ?? []);
    await on.live.until(() => outputs().some(({ state }) => state === 'output-available'));
    await server.db.deleteFrom('grant').where('userId', '=', user.id).where('targetId', '=', id).execute();
    await on.live.untilSettled();
    const states = outputs().map(({ state }) => state);
    expect(states[0]).toBe('output-available');
    expect(states.at(-1)).toBe('output-error');
    expect(outputs().at(-1)?.errorText).toBe('There are no sources that the person who asked may read.');
    await on.close();
  });

  it('to a document decide about a source that follows it', async () => {
    const { id } = await attached(talk, [lease]);
    const plans = await makeApp(server.db, {
      teamId: talk.team.id,
      spaceId: talk.space.id,
      creatorId: talk.owner.id,
      type: 'note',
      visibility: 'private',
    });
    const document = await talk.api.trpc.channel.create.mutate({
      appId: plans.id,
      kind: 'document',
      name: 'Plan',
    });
    const place = { datasetId: id, teamId: talk.team.id, creatorId: talk.owner.id };
    const secret = await addSource(server.db, place, { name: 'Plan', pages: ['We move in May.'] });
    await server.db
      .updateTable('source')
      .set({ documentId: document.id, kind: 'document' })
      .where('id', '=', secret.id)
      .execute();
    await ask('[[say Soon.]] When do we move?');
    expect(lastRequest().text).toContain('We move in May.');
    const { user, api } = await talk.person();
    await makeGrant(server.db, {
      teamId: talk.team.id,
      targetId: id,
      userId: user.id,
      level: levelRank.view,
    });
    await api.trpc.message.send.mutate({ channelId: talk.channelId, text: 'When do we move?' });
    await talk.live.until(({ list }) => list.length === 4);
    await talk.live.untilSettled();
    expect(lastRequest().text).toContain('The rent is due');
    expect(lastRequest().text).not.toContain('We move in May.');
  });
});
