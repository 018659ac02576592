import type { Dataset } from '@tandem/shared/dataset/schema';
import type { DatasetLiveEvent } from '@tandem/shared/live/events';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { type LiveSocket, openSocket } from '../live/follower.ts';
import { makeGuest, useTeam } from '../workspace/team.ts';
import { makeDataset } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
let datasetId: string;
const sockets: LiveSocket[] = [];

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close();
});

/** Follows the dataset as a person. */
function followed(token: string) {
  const socket = openSocket(server.url, token);
  sockets.push(socket);
  const events: DatasetLiveEvent[] = [];
  socket.trpc.live.dataset.subscribe({ datasetId }, { onData: ({ data }) => events.push(data) });
  const last = (): Dataset | undefined =>
    events.flatMap((event) => (event.type === 'sources' ? [event.dataset] : [])).at(-1);
  return { events, last };
}

describe('the stream of a dataset', () => {
  it('tells a reader what they may do as soon as it changes, though no source does', async () => {
    const guest = await makeGuest(server, team, { targetId: datasetId, permission: 'edit' });
    const userId = guest.user.id;
    const reader = followed(guest.api.token as string);
    await expect.poll(() => reader.last()?.abilities.edit).toBe(true);
    await team.api.trpc.grant.set.mutate({ channelId: datasetId, userId, permission: 'view' });
    await expect.poll(() => reader.last()).toMatchObject({ level: 'view', abilities: { edit: false } });
    expect(reader.events.at(-1)).toMatchObject({ reset: false, sources: [], removed: [] });
  });

  it('tells of all that was read, though more wait than it follows', async () => {
    // Nobody reads them, so that the test decides when they are.
    await sql`
      with "content" as (
        insert into "extraction" ("hash", "format") select ${datasetId} || n, 'text' from generate_series(1, 300) as n
        returning "hash"
      )
      insert into "source" ("teamId", "datasetId", "kind", "name", "hash", "format", "creatorId")
      select ${team.team.id}::uuid, ${datasetId}::uuid, 'file', "hash", "hash", 'text', ${team.owner.id}::integer
      from "content"`.execute(server.db);
    const reader = followed(team.api.token as string);
    await expect.poll(() => reader.last()?.sources.queued).toBe(300);
    const read = (numbers: number) =>
      sql`update "extraction" set "status" = 'ready', "pages" = 1, "done" = 1
        where "hash" in (select ${datasetId} || n from generate_series(1, ${numbers}) as n)`.execute(
        server.db,
      );
    await read(1);
    await expect.poll(() => reader.last()?.sources.ready, { timeout: 20_000 }).toBe(1);
    expect(reader.events.at(-1)).toMatchObject({ reset: true });
    await read(300);
    await expect.poll(() => reader.last()?.sources.ready, { timeout: 20_000 }).toBe(300);
    expect(reader.events.at(-1)).toMatchObject({ reset: true });
  });

  it('tells which sources were added, changed and removed', async () => {
    const reader = followed(team.api.token as string);
    await expect.poll(() => reader.last()?.id).toBe(datasetId);
    const { id } = await team.api.trpc.source.addText.mutate({ datasetId, name: 'Rules', text: 'No fires.' });
    const told = () =>
      reader.events
        .flatMap((event) => (event.type === 'sources' ? event.sources : []))
        .filter((each) => each.id === id);
    await expect.poll(() => told().at(-1)).toMatchObject({ name: 'Rules', status: 'ready', done: 1 });
    await team.api.trpc.source.update.mutate({ sourceId: id, name: 'The rules' });
    await expect.poll(() => told().at(-1)?.name).toBe('The rules');
    await team.api.trpc.source.remove.mutate({ datasetId, sourceIds: [id] });
    await expect.poll(() => reader.events.at(-1)).toMatchObject({ reset: false, removed: [id], sources: [] });
    await team.api.trpc.channel.remove.mutate({ channelId: datasetId });
    await expect.poll(() => reader.events.at(-1)).toEqual({ type: 'gone' });
  });

  it('tells that a document went to the bin, came back, was hidden and was deleted for good', async () => {
    const { api } = team;
    const note = await api.trpc.app.create.mutate({ name: 'Notes', type: 'note', visibility: 'team' });
    const { id: documentId } = await api.trpc.document.create.mutate({ appId: note.id, name: 'Plan' });
    const [added] = await api.trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] });
    const sourceId = added?.id ?? '';
    const reader = followed(api.token as string);
    const colleague = followed((await team.person()).api.token as string);
    const count = (of: typeof reader) => {
      const { queued = 0, reading = 0, ready = 0 } = of.last()?.sources ?? {};
      return queued + reading + ready;
    };
    const untilTold = async (of: typeof reader, number: number) => {
      await expect.poll(() => count(of)).toBe(number);
      if (number === 0) expect(of.events.at(-1)).toMatchObject({ removed: [sourceId] });
      else expect(of.events.at(-1)).toMatchObject({ reset: true });
    };
    await expect.poll(() => [count(reader), count(colleague)]).toEqual([1, 1]);
    await api.trpc.channel.remove.mutate({ channelId: documentId });
    await untilTold(reader, 0);
    await untilTold(colleague, 0);
    await api.trpc.channel.restore.mutate({ channelId: documentId });
    await untilTold(reader, 1);
    await untilTold(colleague, 1);
    await api.trpc.app.setVisibility.mutate({ appId: note.id, visibility: 'private' });
    await untilTold(colleague, 0);
    expect(count(reader)).toBe(1);
    await api.trpc.channel.remove.mutate({ channelId: documentId });
    await api.trpc.channel.erase.mutate({ channelId: documentId });
    await untilTold(reader, 0);
  });

  it('counts the changes of a source, so that a late copy is known as one', async () => {
    const add = team.api.trpc.source.addText;
    const first = await add.mutate({ datasetId, name: 'Rules', text: 'No fires.' });
    const renamed = await team.api.trpc.source.update.mutate({ sourceId: first.id, name: 'The rules' });
    expect(renamed.revision).toBeGreaterThan(first.revision);
    const { revision } = await team.api.trpc.dataset.get.query({ datasetId });
    expect(renamed.revision).toBe(revision);
  });
});

it('the list of what may be attached goes on beyond what may not', async () => {
  const mine = await team.person();
  // Somebody else's, which the reader sees and does not manage, come first by name.
  for (const name of ['A', 'B', 'C'])
    await team.api.trpc.channel.create.mutate({ appId: team.app.id, kind: 'dataset', name });
  const app = await mine.api.trpc.app.create.mutate({ name: 'Own', type: 'chat', visibility: 'private' });
  const own = await mine.api.trpc.channel.create.mutate({ appId: app.id, kind: 'dataset', name: 'Z' });
  const { list, nextCursor } = await mine.api.trpc.dataset.list.query({ attachable: true, limit: 1 });
  expect(list.map(({ id }) => id)).toEqual([own.id]);
  expect(nextCursor).toBeNull();
});
