// `npm run db:migrate`: brings the schema up to date, which every server also does when it starts.
import { migrate } from '@tandem/db/migrate';
import { runCommand } from './command.ts';

await runCommand(async ({ opened, say }) => {
  const ran = await migrate(opened.database.db);
  for (const name of ran) say(`Migrated: ${name}`);
  if (ran.length === 0) say('The schema is up to date.');
});
