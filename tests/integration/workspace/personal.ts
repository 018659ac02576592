import { fitPersonalApp } from '@tandem/api/workspace/app/personal';
import { transaction } from '@tandem/db';
import type { TeamRole } from '@tandem/shared/team/schema';
import type { TestServer } from '../harness/server.ts';
import type { Team } from './team.ts';

/** A member of a team with a personal app, unless they are a guest. */
export async function settled(server: TestServer, team: Team, role: TeamRole = 'member') {
  const person = await team.person(role);
  const { id: userId } = person.user;
  await transaction(server.db, (tx) => fitPersonalApp(server, tx, { teamId: team.team.id, userId, role }));
  const own = (await person.api.trpc.app.list.query()).find(({ personal }) => personal);
  return { ...person, appId: own?.id ?? '' };
}
export type Settled = Awaited<ReturnType<typeof settled>>;

/** A chat in somebody's own app, as Home begins one. */
export async function ownChannel({ api, appId }: Settled, name = 'A private question') {
  return api.trpc.channel.create.mutate({ appId, kind: 'chat', name });
}
