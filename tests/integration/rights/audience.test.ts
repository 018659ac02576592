import {
  findChannel,
  isAppSeenByAudience,
  othersSee,
  seenByAudience,
} from '@tandem/api/access/policy/access.audience';
import { findApp } from '@tandem/api/access/policy/access.repo';
import { makeApp, makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atDepth } from '../../running/depth.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

const server = useServer();

/**
 * An app and two channels of it, with their visibility, and who was given access to which: a bit for each
 * person.
 */
const scene = fc.record({
  appVisibility: fc.constantFrom('team', 'private'),
  inApp: fc.integer({ min: 0, max: 31 }),
  roomVisibility: fc.constantFrom('team', 'private'),
  thingVisibility: fc.constantFrom('team', 'private'),
  isBelow: fc.boolean(),
  inRoom: fc.integer({ min: 0, max: 31 }),
  inThing: fc.integer({ min: 0, max: 31 }),
});

it('compares audiences as enumerating all people would', async () => {
  const { db } = server;
  const team = await openTeam(server);
  const base = { teamId: team.team.id, creatorId: team.owner.id };
  const people = await Promise.all(
    (['member', 'member', 'guest', 'guest', 'member'] as const).map((role) => team.person(role)),
  );
  // The last one is suspended: what was granted to them counts for nothing.
  await db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('userId', '=', people[4]?.user.id ?? 0)
    .execute();
  const everyone = [team.owner.id, ...people.map(({ user }) => user.id)];
  await fc.assert(
    fc.asyncProperty(
      scene,
      async ({ appVisibility, inApp, roomVisibility, thingVisibility, isBelow, inRoom, inThing }) => {
        const app = await makeApp(db, { ...base, spaceId: team.space.id });
        const room = await makeChannel(db, { ...base, appId: app.id });
        const thing = await makeChannel(db, {
          ...base,
          appId: app.id,
          parentId: isBelow ? room.id : null,
          kind: 'document',
        });
        const { trpc } = team.api;
        await trpc.channel.setVisibility.mutate({ channelId: room.id, visibility: roomVisibility });
        await trpc.channel.setVisibility.mutate({ channelId: thing.id, visibility: thingVisibility });
        await trpc.app.setVisibility.mutate({ appId: app.id, visibility: appVisibility });
        for (const [index, { user }] of people.entries())
          for (const [bits, { id: targetId }] of [
            [inRoom, room],
            [inThing, thing],
            [inApp, app],
          ] as const)
            if (bits & (1 << index))
              await makeGrant(db, { teamId: base.teamId, targetId, userId: user.id, level: 1 });
        const sees = async (userId: number, id: string) => (await findChannel(db, { userId }, id)) !== null;
        const audience = [];
        for (const userId of everyone) if (await sees(userId, room.id)) audience.push(userId);
        let isWithin = true;
        for (const userId of audience) isWithin &&= await sees(userId, thing.id);
        expect((await seenByAudience(db, room.id, [thing.id])).has(thing.id)).toBe(isWithin);
        let isAppSeen = true;
        for (const userId of audience) isAppSeen &&= (await findApp(db, { userId }, app.id)) !== null;
        expect(await isAppSeenByAudience(db, room.id)).toBe(isAppSeen);
        expect(await othersSee(db, { userId: team.owner.id }, room.id)).toBe(audience.length > 1);
      },
    ),
    { numRuns: atDepth(20, 60) },
  );
});
