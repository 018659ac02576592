import { makeMessage } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefused } from '../workspace/team.ts';
import { useTalkingServer } from './conversation.ts';
import { openWalk, type Walk } from './walk.ts';

const server = useTalkingServer();
let talk: Walk;

beforeEach(async () => {
  talk = await openWalk(server);
  return () => talk.close();
});

describe('message.select', () => {
  it('switches the path for everyone, and remembers the position in each branch', async () => {
    const { api: colleague } = await talk.person();
    const { channelId, api, live } = talk;
    await talk.say('[[say a1]] A');
    await talk.say('[[say a2]] A again');
    const before = live.texts;
    const oldFirst = talk.at(0).id;
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b1]] B' });
    await live.until(({ texts }) => texts[1] === 'b1');
    await live.untilSettled();
    const newFirst = talk.at(0).id;
    await colleague.trpc.message.select.mutate({ channelId, messageId: oldFirst });
    await live.until(({ list }) => list.length === 4);
    expect(live.texts).toEqual(before);
    await talk.expectInStep();
    await api.trpc.message.select.mutate({ channelId, messageId: newFirst });
    await live.until(({ list }) => list.length === 2);
    expect(live.texts).toEqual(['[[say b1]] B', 'b1']);
    await talk.expectInStep();
  });

  it('hides nobody’s messages but one’s own', async () => {
    const { api: colleague } = await talk.person();
    const { channelId, api, live } = talk;
    await talk.say('[[say a1]] A');
    const oldFirst = talk.at(0).id;
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b1]] B' });
    await live.until(({ texts }) => texts[1] === 'b1');
    await live.untilSettled();
    await colleague.trpc.message.send.mutate({ channelId, text: '[[say c1]] A word of mine' });
    await live.until(({ texts }) => texts[3] === 'c1');
    await live.untilSettled();
    const before = live.texts;
    await expectRefused(
      api.trpc.message.select.mutate({ channelId, messageId: oldFirst }),
      'messageFollowed',
    );
    await talk.expectInStep();
    expect(live.texts).toEqual(before);
    // The words are theirs, so they may.
    await colleague.trpc.message.select.mutate({ channelId, messageId: oldFirst });
    await live.until(({ texts }) => texts[1] === 'a1');
  });

  it('reaches a message deep in a hidden branch', async () => {
    const { channelId, api, live } = talk;
    await talk.say('[[say a1]] A');
    await talk.say('[[say a2]] A again');
    const deep = talk.at(3).id;
    const oldFirst = talk.at(0).id;
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b1]] B' });
    await live.until(({ texts }) => texts[1] === 'b1');
    await live.untilSettled();
    await api.trpc.message.select.mutate({ channelId, messageId: deep });
    await live.until(({ list }) => list.length === 4);
    expect(live.list.map(({ id }) => id)).toContain(deep);
    await talk.expectInStep();
  });

  it('changes nothing for a shown message', async () => {
    await talk.say('A');
    await talk.expectInStep();
    const { channelId, api, live } = talk;
    const { revision } = live;
    await api.trpc.message.select.mutate({ channelId, messageId: talk.at(0).id });
    expect((await api.trpc.message.list.query({ channelId })).revision).toBe(revision);
  });

  it('of a long path starts over with the newest page', async () => {
    const { channelId, api, live, owner } = talk;
    await talk.say('A');
    const oldFirst = talk.at(0).id;
    for (let index = 0; index < 120; index++) {
      await makeMessage(server.db, { channelId, authorId: owner.id, text: `q${index}` });
      await makeMessage(server.db, { channelId, text: `a${index}` });
    }
    await api.trpc.message.edit.mutate({ channelId, messageId: oldFirst, text: '[[say b]] B' });
    await live.until(({ texts }) => texts[1] === 'b', 'the short branch');
    await live.untilSettled();
    await talk.expectInStep();
    const change = await api.trpc.message.select.mutate({ channelId, messageId: oldFirst });
    expect(change).toMatchObject({ reset: true, hasMore: true, removed: [] });
    expect(change.messages).toHaveLength(40);
    await live.until(({ list }) => list.length === 40, 'the newest page');
    expect(live.texts).toEqual((await talk.fresh()).slice(-40));
    expect(live.breaches).toEqual([]);
  });
});

describe('a branch of more messages than a statement has parameters', () => {
  it('is selected too', async () => {
    const { channelId, api, owner, team } = talk;
    const LENGTH = 66_000;
    await sql`
      with "old" as (select gen_random_uuid() as "id", "n" from generate_series(1, ${sql.lit(LENGTH)}) as "n")
      insert into "message"
        ("id", "parentId", "channelId", "teamId", "seq", "role", "authorId", "parts", "revision", "active")
      select "id", lag("id") over (order by "n"), ${channelId}, ${team.id}, "n", 'user', ${owner.id},
        '[{"type":"text","text":"Old"}]', 1, false
      from "old"
    `.execute(server.db);
    await server.db
      .updateTable('channel_head')
      .set({ lastSeq: LENGTH, revision: 1 })
      .where('channelId', '=', channelId)
      .execute();
    const { id: messageId } = await server.db
      .selectFrom('message')
      .select('id')
      .where('channelId', '=', channelId)
      .where('seq', '=', 1)
      .executeTakeFirstOrThrow();
    const change = await api.trpc.message.select.mutate({ channelId, messageId });
    expect(change).toMatchObject({ reset: true, hasMore: true });
    expect(change.messages.at(-1)?.seq).toBe(LENGTH);
  });
});
