import { expect, it } from 'vitest';
import { useServer } from './server.ts';

const server = useServer();

it('a file cannot change a whole table of a server that others share', async () => {
  const nobody = '00000000-0000-0000-0000-000000000000';
  const disabling = () => server.db.updateTable('model').set({ enabled: false });
  await expect(async () => disabling().execute()).rejects.toThrow('name the rows');
  await expect(async () => server.db.deleteFrom('model').execute()).rejects.toThrow('name the rows');
  await disabling().where('id', '=', nobody).execute();
});
