import { appRouter } from '@tandem/api';
import type { Context } from '@tandem/api/core/context';
import type { Platform } from '@tandem/api/core/platform';
import { createCallerFactory } from '@tandem/api/core/trpc/trpc';
import { actorForToken } from '@tandem/api/identity/session/session.service';
import type { Tables } from '@tandem/db/tables/index';
import { Kysely, PostgresDialect } from 'kysely';
import type { World } from './world.ts';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

/** The SQL that an authenticated call of a procedure runs, the session's look-up included, as it was recorded. */
export async function statementsOf(
  world: World,
  call: (caller: Caller) => Promise<unknown>,
  token = world.people[0]?.token ?? '',
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { database, secretKey, installationId } = world;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void statements.push({ sql: query.sql, parameters: [...query.parameters] }),
  });
  // Only what reading needs: no bus, no jobs, no turns.
  const platform = {
    settings: { secretKey },
    installationId,
    database: { ...database, db },
    limiter: { admit() {} },
    instances: new Map(),
  } as unknown as Platform;
  const known = await actorForToken(platform, token);
  const ctx = {
    actor: known.actor,
    db,
    platform,
    carrier: 'internal',
    language: 'en',
    ip: '',
    userAgent: '',
  };
  await call(createCaller(ctx as unknown as Context));
  return statements;
}
