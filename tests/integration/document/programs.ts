import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Api } from '../../running/api.ts';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import type { TestServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { ask } from './by-rest.ts';
import { countOf, groupIn, textsIn } from './forks.ts';

const editors: TestEditor[] = [];

/** Closes the editors that documents were opened in. */
export function closeEditors(): void {
  for (const editor of editors.splice(0)) editor.close();
}

const markdown = { 'content-type': 'text/markdown' };

/** A document that people type into and programs write over REST. */
export async function makeDocument(server: TestServer, content: string) {
  const team = await openTeam(server);
  const { api, app, owner } = team;
  const { id } = await api.trpc.document.create.mutate({ appId: app.id, name: 'Plan', content });
  const url = `/api/app/${app.id}/channelDoc/${id}/content`;
  return {
    ...team,
    documentId: id,
    url,
    /** Another session of the same person. */
    session: () => server.as(owner.id),
    open: async () => {
      const editor = await openEditor(server.url, id, api.token as string);
      editors.push(editor);
      return editor;
    },
    read: async (who: Api = api) => {
      const { text, headers } = await ask(server, who, 'GET', url, { accept: 'text/markdown' });
      return { text, tag: headers.get('etag') ?? '' };
    },
    put: (who: Api, text: string, tag?: string) =>
      ask(server, who, 'PUT', url, { ...markdown, ...(tag !== undefined && { 'if-match': tag }) }, text),
    versions: async () => (await api.trpc.version.list.query({ documentId: id })).list,
  };
}

/** Types words into the text at a place, a few letters at a time, until it is told to stop. */
export function typist(editor: TestEditor, place: () => number, { pauseMs = 4 } = {}) {
  let isOver = false;
  let count = 0;
  const run = (async () => {
    while (!isOver) {
      count += 1;
      for (const letter of [...` typed${count}`]) {
        const text = textsIn(groupIn(editor.doc))[place()];
        text?.insert(text.length, letter, {});
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await run;
      await editor.saved();
      return count;
    },
  };
}

/** Gives a document so many changes that change nothing. */
export async function lengthen(server: TestServer, documentId: string, count: number): Promise<void> {
  await sql`insert into "document_update" ("documentId", "seq", "update")
    select ${documentId}, "seq" + "n", '\\x0000'::bytea from "document", generate_series(1, ${count}) as "n"
    where "channelId" = ${documentId}`.execute(server.db);
  await sql`update "document" set "seq" = "seq" + ${count} where "channelId" = ${documentId}`.execute(
    server.db,
  );
}

export async function newestOf(
  server: TestServer,
  documentId: string,
): Promise<{ seq: number; count: number }> {
  const { rows } = await sql<{ seq: number; count: number }>`
    select max("seq")::int as "seq", count(*)::int as "count" from "document_update"
    where "documentId" = ${documentId}`.execute(server.db);
  return rows[0] as { seq: number; count: number };
}

/** Keeps a document from being changed, once others who do so are done; its readers note at `share` what they read. */
export async function holdRow(
  server: TestServer,
  documentId: string,
  mode: 'no key update' | 'share',
): Promise<{ pid: number; release(): void }> {
  const held = Promise.withResolvers<number>();
  const over = Promise.withResolvers<void>();
  void server.db
    .transaction()
    .execute(async (tx) => {
      await sql`select from "document" where "channelId" = ${documentId} for ${sql.raw(mode)}`.execute(tx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as "pid"`.execute(tx);
      held.resolve(rows[0]?.pid ?? 0);
      await over.promise;
    })
    .catch(held.reject);
  return { pid: await held.promise, release: over.resolve };
}

/** The number of connections that wait for this one, directly or indirectly. */
export async function waitingFor(server: TestServer, pid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive "behind" ("pid") as (
      select ${pid}::int union
      select "one"."pid" from pg_stat_activity as "one" join "behind"
        on "behind"."pid" = any(pg_blocking_pids("one"."pid"))
    ) select count(*)::int - 1 as "count" from "behind"`.execute(server.db);
  return rows[0]?.count ?? 0;
}

export function expectOnce(text: string, words: readonly string[], about = ''): void {
  const counts = countOf(text);
  expect(
    words.filter((word) => counts.get(word) !== 1),
    `${about}${text}`,
  ).toEqual([]);
}

export const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}${i + 1}`);
