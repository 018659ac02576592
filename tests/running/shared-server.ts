import { connect, type Database } from '@tandem/db';
import { inject } from 'vitest';
import { type Api, apiFor } from './api.ts';
import type { SharedServer } from './global.ts';
import { mailboxAt } from './mailbox.ts';
import type { Mailbox } from './people.ts';
import { makePlace, type Place, type Role } from './sample-data.ts';

export const sharedServer: SharedServer = inject('sharedServer');
export const mailbox: Mailbox = mailboxAt(sharedServer.mailboxUrl);
export const stranger: Api = apiFor(sharedServer.url);

/** Returns a client signed in as the sample person with this role. */
export function as(role: Role): Api {
  return apiFor(sharedServer.url, sharedServer.sample.people[role].token);
}

let opened: Database | null = null;
/** The server's own database. Close it in `afterAll` with `closeDatabase`. */
export function database(): Database['db'] {
  opened ??= connect({ url: sharedServer.databaseUrl, maxConnections: 2 });
  return opened.db;
}
export async function closeDatabase(): Promise<void> {
  await opened?.close();
  opened = null;
}

/** Makes a separate place for a test that changes things. */
export function placeOf(role: Role, visibility: 'private' | 'team' = 'private'): Promise<Place> {
  const { teamId } = role === 'other' ? sharedServer.sample.foreign : sharedServer.sample.shared;
  return makePlace(database(), teamId, sharedServer.sample.people[role].id, visibility);
}
