import type { TeamRole } from '@tandem/shared/team/schema';
import type { Db } from '../../database.ts';
import { makeAssistant } from './models.ts';
import { makeMember, makeTeam, makeUser } from './people.ts';
import { makeApp, makeSpace } from './workspace.ts';

export { makeRun } from './agent.ts';
export { makeMessage } from './conversation.ts';
export { makeAssistant, makeModel, makeProvider } from './models.ts';
export { makeMember, makeTeam, makeUser } from './people.ts';
export { makeBudget, makeTurn, makeUsage } from './usage.ts';
export { makeApp, makeChannel, makeGrant, makeSpace } from './workspace.ts';

/** A team with an owner, a space and a chat app with its assistant, for most tests. */
export async function makeWorkspace(db: Db) {
  const team = await makeTeam(db);
  const owner = await makeUser(db, { name: 'Olive Owner' });
  await makeMember(db, { teamId: team.id, userId: owner.id, role: 'owner' });
  const space = await makeSpace(db, { teamId: team.id, name: 'General' });
  const app = await makeApp(db, { teamId: team.id, spaceId: space.id, creatorId: owner.id });
  const assistant = await makeAssistant(db, { teamId: team.id, appId: app.id, ownerId: owner.id });
  return { team, owner, space, app, assistant };
}

/** Another person in a team. */
export async function makeColleague(db: Db, teamId: string, role: TeamRole = 'member') {
  const user = await makeUser(db, { name: `A ${role}` });
  await makeMember(db, { teamId, userId: user.id, role });
  return user;
}
