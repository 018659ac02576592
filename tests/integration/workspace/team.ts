import { type BusMessage, topics } from '@tandem/api/core/live/bus';
import { makeColleague, makeGrant, makeWorkspace } from '@tandem/db/testing/factories/index';
import { levelRank, type Permission } from '@tandem/shared/access/permissions';
import type { TeamRole } from '@tandem/shared/team/schema';
import { expect } from 'vitest';
import type { Api } from '../../running/api.ts';
import { forEach } from '../harness/filled.ts';
import type { TestServer } from '../harness/server.ts';

/** A team of its own on a test server, with its owner signed in. */
export async function openTeam(server: TestServer) {
  const workspace = await makeWorkspace(server.db);
  const { team, owner } = workspace;
  return {
    ...workspace,
    api: await server.as(owner.id),
    /** Another person of the team, signed in. */
    async person(role: TeamRole = 'member') {
      const user = await makeColleague(server.db, team.id, role);
      return { user, api: await server.as(user.id) };
    },
    /** The messages about the team's tree that `work` causes. */
    async announced(work: () => Promise<unknown>): Promise<BusMessage[]> {
      const heard: BusMessage[] = [];
      const stop = server.platform.bus.subscribe(topics.team(team.id), (message) => heard.push(message));
      await work();
      stop();
      return heard.filter(({ type }) => type === 'tree');
    },
  };
}
export type Team = Awaited<ReturnType<typeof openTeam>>;

/** A fresh team for each test. */
export const useTeam = (server: TestServer): Team => forEach(() => openTeam(server));

/** A guest of a team who holds this much on one of its apps or channels. */
export async function makeGuest(
  server: TestServer,
  { person, team }: Pick<Team, 'person' | 'team'>,
  { targetId, permission }: { targetId: string; permission: Permission },
) {
  const guest = await person('guest');
  const level = levelRank[permission];
  await makeGrant(server.db, { targetId, teamId: team.id, userId: guest.user.id, level });
  return guest;
}

/** Checks that a typed call is refused with this error key. */
export async function expectRefused(call: Promise<unknown>, key: string): Promise<void> {
  await expect(call).rejects.toMatchObject({ data: { key } });
}

/** Names of channels as a nested list, in order. */
export function shapeOf(channels: readonly unknown[]): unknown[] {
  return (channels as { name: string; children: unknown[] }[]).map(({ name, children }) =>
    children.length > 0 ? [name, shapeOf(children)] : name,
  );
}

/** The tree of an app as REST tells it. */
export async function treeOf(api: Api, appId: string): Promise<unknown[]> {
  const answer = await api.get(`/api/app/${appId}/channel/-/list`);
  expect(answer.status, answer.text).toBe(200);
  return shapeOf(answer.data as unknown[]);
}
