import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { formOf, send } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { whileWaiting } from './waiting.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await openTeam(server);
});

const upload = ({ api }: Pick<Team, 'api'>) =>
  send(api, formOf('Words of an app'), `/api/app/${team.app.id}/files/upload`);
const filesOf = (userId: number) =>
  server.db.selectFrom('file').select('id').where('uploaderId', '=', userId).execute();

it('a file for an app is not stored for anyone suspended while it was received', async () => {
  const { user, api } = await team.person('owner');
  const { asked, waited } = await whileWaiting(
    server.db,
    () => upload({ api }),
    (tx) => tx.updateTable('member').set({ suspendedAt: sql`now()` }).where('userId', '=', user.id).execute(),
  );
  expect(waited).toBe(true);
  expect((await asked).status).toBe(404);
  expect(await filesOf(user.id)).toEqual([]);
});

it('nor for anyone who became a viewer of the app', async () => {
  const { user, api } = await team.person();
  await team.api.trpc.app.setPermission.mutate({ appId: team.app.id, permission: 'edit' });
  const { asked } = await whileWaiting(
    server.db,
    () => upload({ api }),
    (tx) => tx.updateTable('app').set({ level: 1 }).where('id', '=', team.app.id).execute(),
  );
  expect((await asked).status).toBe(403);
  expect(await filesOf(user.id)).toEqual([]);
});
