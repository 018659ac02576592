// `npm run db:migrate`: updates the schema, which every server also does at start.
import { migrate } from '@tandem/db/migrate';
import { runCommand } from './command.ts';

await runCommand(async ({ opened, say }) => {
  const ran = await migrate(opened.database.db);
  for (const name of ran) say(`Migrated: ${name}`);
  if (ran.length === 0) say('The schema is up to date.');
});
