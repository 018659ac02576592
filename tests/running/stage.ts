import { connect, type Database } from '@tandem/db';
import { inject } from 'vitest';
import { type Api, apiFor } from './api.ts';
import { makePlace, type Place, type Role } from './cast.ts';
import type { Stage } from './global.ts';
import { mailboxAt } from './mailbox.ts';
import type { Mailbox } from './people.ts';

export const stage: Stage = inject('stage');
export const mailbox: Mailbox = mailboxAt(stage.mailboxUrl);
export const stranger: Api = apiFor(stage.url);

/** The server as one of the cast sees it. */
export function as(role: Role): Api {
  return apiFor(stage.url, stage.cast.people[role].token);
}

let opened: Database | null = null;
/** The server's own database. Close it in `afterAll` with `closeDatabase`. */
export function database(): Database['db'] {
  opened ??= connect({ url: stage.databaseUrl, maxConnections: 2 });
  return opened.db;
}
export async function closeDatabase(): Promise<void> {
  await opened?.close();
  opened = null;
}

/** A place of its own for a test that changes things. */
export function placeOf(role: Role, visibility: 'private' | 'team' = 'private'): Promise<Place> {
  const { teamId } = role === 'other' ? stage.cast.foreign : stage.cast.shared;
  return makePlace(database(), teamId, stage.cast.people[role].id, visibility);
}
