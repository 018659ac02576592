import { FRAGMENT } from '@tandem/shared/document/schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { openEditor, type TestEditor } from '../../running/editor.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import {
  Chance,
  containersIn,
  countOf,
  groupIn,
  madeContainer,
  plainText,
  textsIn,
  typeWord,
} from './forks.ts';

const SEEDS = Number(process.env.WORD_SEEDS ?? 3);
const FIRST_SEED = Number(process.env.WORD_SEED ?? 1);

let server: TestServer;
const editors: TestEditor[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => {
  for (const editor of editors.splice(0)) editor.close();
});
afterAll(() => server.close());

const markdown = { 'content-type': 'text/markdown' };

async function ask(who: Api, method: string, url: string, headers: Record<string, string>, body?: string) {
  const sent = { ...headers, authorization: `Bearer ${who.token}` };
  const answer = await fetch(`${server.url}${url}`, {
    method,
    headers: sent,
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function makeDocument(content: string) {
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
      const { text, headers } = await ask(who, 'GET', url, { accept: 'text/markdown' });
      return { text, tag: headers.get('etag') ?? '' };
    },
    put: (who: Api, text: string, tag?: string) =>
      ask(who, 'PUT', url, { ...markdown, ...(tag !== undefined && { 'if-match': tag }) }, text),
    versions: async () => (await api.trpc.version.list.query({ documentId: id })).list,
  };
}

/** Types words into the text at a place, a few letters at a time, until it is told to stop. */
function typist(editor: TestEditor, place: () => number, { pauseMs = 4 } = {}) {
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
async function lengthen(documentId: string, count: number): Promise<void> {
  await sql`insert into "document_update" ("documentId", "seq", "update")
    select ${documentId}, "seq" + "n", '\\x0000'::bytea from "document", generate_series(1, ${count}) as "n"
    where "channelId" = ${documentId}`.execute(server.db);
  await sql`update "document" set "seq" = "seq" + ${count} where "channelId" = ${documentId}`.execute(
    server.db,
  );
}

async function newestOf(documentId: string): Promise<{ seq: number; count: number }> {
  const { rows } = await sql<{ seq: number; count: number }>`
    select max("seq")::int as "seq", count(*)::int as "count" from "document_update"
    where "documentId" = ${documentId}`.execute(server.db);
  return rows[0] as { seq: number; count: number };
}

/** Keeps a document from being changed, once others who do so are done; its readers note at `share` what they read. */
async function holdRow(
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

/** How many wait until this one is done, or until those are who wait for it. */
async function waitingFor(pid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive "behind" ("pid") as (
      select ${pid}::int union
      select "one"."pid" from pg_stat_activity as "one" join "behind"
        on "behind"."pid" = any(pg_blocking_pids("one"."pid"))
    ) select count(*)::int - 1 as "count" from "behind"`.execute(server.db);
  return rows[0]?.count ?? 0;
}

function expectOnce(text: string, words: readonly string[], about = ''): void {
  const counts = countOf(text);
  expect(
    words.filter((word) => counts.get(word) !== 1),
    `${about}${text}`,
  ).toEqual([]);
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

describe('a document into which somebody types while a program writes', () => {
  it('loses no word to a text that was read before they were typed', async () => {
    const { api, open, read, put } = await makeDocument('begun\n\nother');
    const typing = typist(await open(), () => 0);
    for (let n = 1; n <= 10; n += 1) {
      const { text } = await read();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect((await put(api, `${text}\n\nput${n}\n`)).status).toBe(200);
    }
    const count = await typing.stop();
    expect(count).toBeGreaterThan(20);
    expectOnce((await read()).text, [...numbered('typed', count), ...numbered('put', 10), 'begun', 'other']);
  });

  it('keeps a word that was being typed behind a space as the text was read', async () => {
    const { api, open, read, put } = await makeDocument('begun');
    const editor = await open();
    const [line] = textsIn(groupIn(editor.doc));
    line?.insert(line.length, ' half ', {});
    await editor.saved();
    const { text } = await read();
    line?.insert(line.length, 'typed', {});
    await editor.saved();
    expect((await put(api, `${text}\n\nput\n`)).status).toBe(200);
    expect((await read()).text).toBe('begun half typed\n\nput\n');
  });

  it('leaves the spaces of which a text says nothing to anyone who is typing there', async () => {
    const { api, open, read, put } = await makeDocument('begun\n\n- item\n\nend');
    const editor = await open();
    const [line, item] = textsIn(groupIn(editor.doc));
    line?.insert(line.length, ' half ', {});
    line?.insert(0, ' ', {});
    item?.insert(item.length, ' ', {});
    editor.write(' ');
    editor.write('last');
    await editor.saved();
    const { text } = await read();
    expect(text).toBe('begun half\n\n- item\n\nend\n\nlast\n');
    expect((await put(api, text.replace('end', 'end of it'))).status).toBe(200);
    const held = textsIn(groupIn(editor.doc)).map(plainText);
    await expect.poll(() => textsIn(groupIn(editor.doc)).map(plainText)).toContain('end of it');
    expect(textsIn(groupIn(editor.doc)).map(plainText)).toEqual(
      held.map((words) => (words === 'end' ? 'end of it' : words)),
    );
    expect(held).toEqual(expect.arrayContaining([' begun half ', 'item ', ' ']));
  });

  it('takes a text that names what it was made from wherever it touches nothing that others changed', async () => {
    const { api, open, read, put } = await makeDocument('begun\n\nother');
    const typing = typist(await open(), () => 0);
    const statuses: number[] = [];
    for (let n = 1; n <= 20; n += 1) {
      const { text, tag } = await read();
      statuses.push((await put(api, `${text}\n\nput${n}\n`, tag)).status);
    }
    const { text, tag } = await read();
    const editor = editors[0] as TestEditor;
    const before = editor.text();
    await expect.poll(() => editor.text() !== before).toBe(true);
    await editor.saved();
    const late = await put(api, text.replace('begun', 'rewritten'), tag);
    const count = await typing.stop();
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(late.status).toBe(412);
    expectOnce((await read()).text, [...numbered('typed', count), ...numbered('put', 20), 'begun']);
  });

  it('tells a program by no tag that the document holds more than it wrote, and goes on from what it wrote', async () => {
    const { api, open, read, put } = await makeDocument('begun');
    const editor = await open();
    await read();
    editor.write('typed1');
    await editor.saved();
    const first = await put(api, 'begun\n\nput1\n');
    expect([first.status, first.headers.get('etag')]).toEqual([200, null]);
    // It still knows nothing of what was typed.
    expect((await put(api, 'begun\n\nput1\n\nput2\n')).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'typed1', 'put1', 'put2']);
    const exact = await put(api, 'all new\n');
    expect(exact.headers.get('etag')).toMatch(/^"\d+\.blocks"$/u);
    expect((await read()).text).toBe('all new\n');
  });

  it('keeps the words of two programs that read the same', async () => {
    const { api, session, read, put } = await makeDocument('begun');
    const other = await session();
    const { tag } = await read();
    await read(other);
    expect((await put(api, 'begun\n\nput1\n')).status).toBe(200);
    expect((await put(other, 'begun\n\nput2\n')).status).toBe(200);
    expect((await put(api, 'begun\n\nput3\n', tag)).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'put1', 'put2', 'put3']);
  });

  it('holds what was brought back between a program’s reading and its writing, and what is typed all the while', async () => {
    const { api, documentId, open, read, put, versions } = await makeDocument('begun\n\nold words');
    const kept = await api.trpc.version.create.mutate({ documentId, name: 'Before' });
    await put(api, 'begun\n\nnew words\n');
    const { text, tag } = await read();
    const typing = typist(await open(), () => 0);
    await expect.poll(async () => (await read()).text).toContain('typed1');
    await api.trpc.version.restore.mutate({ versionId: kept.id });
    // What was typed before was put away with the rest; what comes from here on must stay.
    const lines = (await read()).text.split('\n');
    expect(lines).toContain('old words');
    // It touches a line of which nothing is left as it was read.
    expect((await put(api, text.replace('new words', 'my words'), tag)).status).toBe(412);
    // It touches nothing that others changed.
    expect((await put(api, `${text}\n\nput1\n`, tag)).status).toBe(200);
    const count = await typing.stop();
    const after = (await read()).text;
    expectOnce(after, ['old', 'words', 'put1', `typed${count}`], `${after}\n`);
    expect(after).not.toContain('new words');
    expect((await versions()).map(({ cause }) => cause)).toContain('restore');
  });

  it('remembers what a program read after the changes became one', async () => {
    const { api, session, documentId, open, read, put } = await makeDocument('begun');
    const other = await session();
    await read();
    const { tag } = await read(other);
    const editor = await open();
    const text = textsIn(groupIn(editor.doc))[0];
    const rows = () =>
      server.db
        .selectFrom('document_update')
        .select('seq')
        .where('documentId', '=', documentId)
        .execute()
        .then(({ length }) => length);
    let count = 0;
    while (count < 20 || (await rows()) > 20) {
      count += 1;
      text?.insert(text.length, ` typed${count}`, {});
      await editor.saved();
    }
    expect((await put(api, 'begun\n\nput1\n')).status).toBe(200);
    expect((await put(other, 'begun\n\nput2\n', tag)).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'put1', 'put2', ...numbered('typed', count)]);
  });

  it('takes nothing for read that was still being stored while its changes became one', async () => {
    const { api, documentId, open, read, put } = await makeDocument('begun');
    await lengthen(documentId, 300);
    const editor = await open();
    const text = textsIn(groupIn(editor.doc))[0];
    const { seq } = await newestOf(documentId);
    // Two changes of which the first waits, so that the second is known here and not stored.
    const first = await holdRow(documentId, 'no key update');
    text?.insert(text.length, ' typed1', {});
    await expect.poll(() => waitingFor(first.pid)).toBe(1);
    text?.insert(text.length, ' typed2', {});
    await expect.poll(() => editor.provider.hasUnsyncedChanges).toBe(false);
    // Between the first change and the compaction that follows it, somebody reads.
    const second = holdRow(documentId, 'share');
    await expect.poll(() => waitingFor(first.pid)).toBe(2);
    first.release();
    const { release, pid } = await second;
    await expect.poll(() => waitingFor(pid)).toBeGreaterThan(0);
    const known = await read();
    expect(known.text).toBe('begun typed1\n');
    release();
    await editor.saved();
    const rows = await newestOf(documentId);
    expect([rows.count < 5, rows.seq > seq + 1]).toEqual([true, true]);
    expect((await put(api, `${known.text}\nput1\n`)).status).toBe(200);
    expectOnce((await read()).text, ['begun', 'typed1', 'typed2', 'put1']);
  });

  it('is kept as a version before it is overwritten, but not at each writing of one program', async () => {
    const { api, session, open, read, put, versions } = await makeDocument('precious words');
    const causes = async () => (await versions()).map(({ cause }) => cause);
    // Who never read it may mean anything.
    expect((await put(api, 'one')).status).toBe(200);
    expect(await causes()).toEqual(['overwrite']);
    for (const text of ['two', 'two', 'three', 'four']) expect((await put(api, text)).status).toBe(200);
    expect(await causes()).toEqual(['overwrite']);
    const stranger = await session();
    expect((await put(stranger, 'five')).status).toBe(200);
    expect(await causes()).toEqual(['overwrite', 'overwrite']);
    const editor = await open();
    for (let n = 1; n <= 3; n += 1) {
      editor.write(`typed${n}`);
      await editor.saved();
      const { text } = await read(stranger);
      expect((await put(stranger, `${text}\n\nput${n}\n`)).status).toBe(200);
    }
    expect(await causes()).toEqual(['overwrite', 'overwrite']);
    await server.db
      .updateTable('version')
      .set({ createdAt: new Date(Date.now() - 90_000) })
      .execute();
    editor.write('typed4');
    await editor.saved();
    expect((await put(stranger, 'gone')).status).toBe(200);
    const [newest] = await versions();
    expect(newest?.cause).toBe('overwrite');
    await api.trpc.version.restore.mutate({ versionId: newest?.id ?? '' });
    expectOnce((await read()).text, ['five', ...numbered('typed', 4), ...numbered('put', 3)]);
  });
});

describe('random typing and random writing', () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1)
    it(`leaves every word once (WORD_SEED=${seed})`, async () => {
      const chance = new Chance(seed);
      const { api, session, documentId, open, read, put } = await makeDocument(
        'alpha beta\n\n- gamma\n- delta\n\n> epsilon\n\nzeta eta theta\n',
      );
      const writers = await Promise.all(Array.from({ length: 1 + chance.below(2) }, open));
      const programs = [api, await session()];
      const known: { text: string; tag: string }[] = await Promise.all(programs.map((who) => read(who)));
      const words: string[] = [];
      let count = 0;
      const next = (name: string) => {
        count += 1;
        words.push(`${name}x${count}`);
        return words.at(-1) as string;
      };
      const type = () => {
        const { doc } = chance.of(writers);
        const group = groupIn(doc);
        const texts = textsIn(doc.getXmlFragment(FRAGMENT));
        const places = containersIn(group).filter(({ parent }) => parent === group);
        const at = group.toArray().indexOf(chance.of(places)) + 1;
        if (chance.below(5) > 0) typeWord(chance.of(texts), next('typed'), chance);
        else group.insert(at, [madeContainer(crypto.randomUUID(), next('typed'))]);
      };
      const write = async () => {
        const i = chance.below(programs.length);
        const who = programs[i] as Api;
        if (chance.below(3) > 0) known[i] = await read(who);
        const { text, tag } = known[i] as { text: string; tag: string };
        const word = next('put');
        const lines = text.trimEnd().split('\n\n');
        const line = chance.below(lines.length);
        const kind = chance.below(4);
        if (kind === 0) lines.splice(line, 0, word);
        else if (kind === 1) lines.push(word);
        else if (kind === 2) lines[line] = `${lines[line]} ${word}`;
        else {
          const format = chance.of(['markdown', 'html'] as const);
          await who.trpc.document.append.mutate({
            documentId,
            format,
            content: format === 'html' ? `<p>${word}</p>` : word,
          });
          return;
        }
        const written = `${lines.join('\n\n')}\n`;
        const isNamed = tag !== '' && chance.below(2) === 0;
        const { status } = await put(who, written, isNamed ? tag : undefined);
        if (status === 412 && isNamed) words.splice(words.indexOf(word), 1);
        else expect(status).toBe(200);
        // It goes on from what it wrote, which no tag names, or reads again.
        known[i] = status === 200 && !isNamed ? { text: written, tag: '' } : await read(who);
      };
      for (let n = 0; n < 25; n += 1) {
        const writing = chance.below(2) === 0 ? write() : Promise.resolve();
        for (let m = chance.below(4); m > 0; m -= 1) {
          type();
          await new Promise((resolve) => setTimeout(resolve, chance.below(6)));
        }
        await writing;
      }
      for (const writer of writers) await writer.saved();
      const { text } = await read();
      expectOnce(
        text,
        [...words, 'alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'],
        `seed ${seed}: `,
      );
      const held = (editor: TestEditor) => textsIn(groupIn(editor.doc)).map(plainText);
      const fresh = held(await open());
      for (const writer of writers) await expect.poll(() => held(writer)).toEqual(fresh);
    });
});
