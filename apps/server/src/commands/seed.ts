// `npm run dev` calls this: fills an empty installation with a team at work; one that has people is left alone.

import { migrate } from '@tandem/db/migrate';
import pino from 'pino';
import { createPlatform } from '../platform.ts';
import { runCommand } from './command.ts';
import { people } from './seed/content.ts';
import { seedTeam } from './seed/seed.ts';

await runCommand(async ({ config, opened, say }) => {
  const { db } = opened.database;
  await migrate(db);
  const inhabited = await db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (!inhabited) {
    const platform = await createPlatform(config.settings, opened, pino({ level: 'silent' }));
    await seedTeam(platform);
    await platform.close();
  }
  const known = await db
    .selectFrom('user')
    .select('email')
    .where(
      'email',
      'in',
      people.map(({ email }) => email),
    )
    .execute();
  if (known.length === 0) return say('This installation has people of its own; nothing was seeded.');
  say('Sign in as one of these; the code appears below once you ask for it:');
  for (const { name, email, role } of people) say(`  ${email.padEnd(20)} ${name} (${role})`);
});
