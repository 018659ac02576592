import type { SourceReader } from '@tandem/shared/dataset/reader';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer, useServerBeside } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';
import { expectRefused, makeGuest, useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset } from './datasets.ts';

const server = useServer();
const beside = useServerBeside(server);
const team = useTeam(server);
let datasetId: string;
let sourceId: string;

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
  const [source] = await addedFiles(team.api, datasetId, [{ name: 'a.txt', bytes: 'The harbour opens.' }]);
  sourceId = source?.id ?? '';
});

/** Has the dataset open, as a browser does. */
async function open(api: Api, at = server) {
  const socket = openSocket(at.url, api.token as string);
  const told: { readers: SourceReader[] | null; times: number; isOpen: boolean; isGone: boolean } = {
    readers: null,
    times: 0,
    isOpen: false,
    isGone: false,
  };
  const subscription = socket.trpc.live.dataset.subscribe(
    { datasetId },
    {
      onData: ({ data }) => {
        if (data.type === 'readers') {
          told.readers = data.readers;
          told.times += 1;
        }
        if (data.type === 'sources') told.isOpen = true;
        if (data.type === 'gone') told.isGone = true;
      },
    },
  );
  const close = async () => {
    subscription.unsubscribe();
    await socket.close();
  };
  onTestFinished(close);
  await expect.poll(() => told.isOpen).toBe(true);
  return { told, close };
}

describe('readers of a dataset', () => {
  it('see each other’s source, page and mark, and that they left', async () => {
    const colleague = await team.person();
    const [mine, theirs] = [await open(team.api), await open(colleague.api)];
    const place = { sourceId, page: 1, mark: { from: 4, to: 11 } };
    await colleague.api.trpc.source.readPlace.mutate({ datasetId, place });
    const { id, name } = colleague.user;
    await expect.poll(() => mine.told.readers).toMatchObject([{ person: { id, name }, ...place }]);
    // Nobody is told of themselves.
    expect(theirs.told.readers).toBeNull();

    const area = { left: 0, top: 100, width: 1_000, height: 250 };
    await colleague.api.trpc.source.readPlace.mutate({
      datasetId,
      place: { ...place, page: 3, mark: { area } },
    });
    await expect.poll(() => mine.told.readers).toMatchObject([{ page: 3, mark: { area } }]);
    await colleague.api.trpc.source.readPlace.mutate({ datasetId, place: null });
    await expect.poll(() => mine.told.readers).toEqual([]);

    await colleague.api.trpc.source.readPlace.mutate({ datasetId, place });
    await expect.poll(() => mine.told.readers).toHaveLength(1);
    await theirs.close();
    await expect.poll(() => mine.told.readers).toEqual([]);
  });

  it('stay where they are when one of their streams ends, on whichever server', async () => {
    const colleague = await team.person();
    const mine = await open(team.api);
    const [here, there] = [await open(colleague.api), await open(colleague.api, beside)];
    const place = { sourceId, page: 2, mark: null };
    await colleague.api.trpc.source.readPlace.mutate({ datasetId, place });
    await expect.poll(() => mine.told.readers).toMatchObject([place]);
    await here.close();
    // Told by the one who moves next: what was said of the other before it has come by then.
    const third = await team.person();
    await third.api.trpc.source.readPlace.mutate({ datasetId, place: { ...place, page: 9 } });
    await expect.poll(() => mine.told.readers?.map(({ page }) => page).toSorted()).toEqual([2, 9]);
    await there.close();
    await expect.poll(() => mine.told.readers?.map(({ page }) => page)).toEqual([9]);
  });

  it('are not told again when somebody only says that they are still there', async () => {
    const [first, second] = [await team.person(), await team.person()];
    const mine = await open(team.api);
    const tell = ({ api }: typeof first, place: object | null) =>
      api.trpc.source.readPlace.mutate({ datasetId, place: place && { sourceId, page: 1, mark: null } });
    await tell(first, {});
    await expect.poll(() => mine.told.readers).toHaveLength(1);
    await tell(second, {});
    await expect.poll(() => mine.told.readers).toHaveLength(2);
    for (let i = 0; i < 3; i += 1) await tell(first, {});
    await tell(second, null);
    await expect.poll(() => mine.told.readers).toMatchObject([{ person: { id: first.user.id } }]);
    expect(mine.told.times).toBe(3);
  });

  it('say nothing of a document to those who may not view it', async () => {
    const notes = { name: 'Notes', type: 'note', visibility: 'private' } as const;
    const { id: appId } = await team.api.trpc.app.create.mutate(notes);
    const { id: documentId } = await team.api.trpc.document.create.mutate({ appId, name: 'A secret plan' });
    const [added] = await team.api.trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] });
    const hidden = { sourceId: added?.id ?? '', page: 1, mark: null };
    const colleague = await team.person();
    const theirs = await open(colleague.api);
    await open(team.api);
    await team.api.trpc.source.readPlace.mutate({ datasetId, place: { sourceId, page: 2, mark: null } });
    await expect.poll(() => theirs.told.readers).toHaveLength(1);
    await team.api.trpc.source.readPlace.mutate({ datasetId, place: hidden });
    await expect.poll(() => theirs.told.readers).toEqual([]);
    await expectRefused(colleague.api.trpc.source.readPlace.mutate({ datasetId, place: hidden }), 'notFound');
  });

  it('are people who may view it, in sources of it', async () => {
    const place = { sourceId, page: 1, mark: null };
    const stranger = await team.person('guest');
    await expectRefused(stranger.api.trpc.source.readPlace.mutate({ datasetId, place }), 'notFound');
    const other = await makeDataset(team.api, team.app.id);
    await expectRefused(team.api.trpc.source.readPlace.mutate({ datasetId: other, place }), 'notFound');
    const guest = await makeGuest(server, team, { targetId: datasetId, permission: 'view' });
    const mine = await open(team.api);
    await open(guest.api);
    await guest.api.trpc.source.readPlace.mutate({ datasetId, place });
    await expect.poll(() => mine.told.readers).toHaveLength(1);
    // Without the right they read nowhere any more.
    await server.db.deleteFrom('grant').where('targetId', '=', datasetId).execute();
    await expect.poll(() => mine.told.readers, { timeout: 12_000 }).toEqual([]);
  });

  it.each([
    { page: 0, mark: null },
    { page: 1, mark: { from: 3, to: 3 } },
    { page: 1, mark: { area: { left: 900, top: 0, width: 200, height: 10 } } },
    { page: 10_000_000, mark: null },
  ])('are refused where no page is: %j', async (place) => {
    await expectRefused(
      team.api.trpc.source.readPlace.mutate({ datasetId, place: { sourceId, ...place } as never }),
      'invalidInput',
    );
  });
});
