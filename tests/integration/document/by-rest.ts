import type { Permission } from '@tandem/shared/access/permissions';
import type { TestServer } from '../harness/server.ts';
import { makeGuest, openTeam } from '../workspace/team.ts';

/** A document in an app of notes, with its address for programs. */
export async function makeNote(server: TestServer, content?: string) {
  const team = await openTeam(server);
  const { app, document } = await team.api.trpc.document.createApp.mutate({ name: 'Notes' });
  const path = `/api/app/${app.id}/channelDoc/${document.id}`;
  if (content !== undefined)
    await team.api.trpc.document.putContent.mutate({ documentId: document.id, content });
  /** A guest who holds this much on the document. */
  const holder = async (permission: Permission) =>
    (await makeGuest(server, team, { targetId: document.id, permission })).api;
  return { ...team, appId: app.id, documentId: document.id, path, holder };
}

/** A request as other programs make it. */
export async function ask(
  server: TestServer,
  api: { token: string | null },
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
  return { status: answer.status, headers: answer.headers, text, json };
}
