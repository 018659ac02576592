import { sweepFiles } from '@tandem/api/content/file/file.jobs';
import { refreshSources } from '@tandem/api/dataset/source/source.jobs';
import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { textOf } from '@tandem/shared/message/parts';
import { expect, it } from 'vitest';
import { chatRequests, useConversation, useTalkingServer } from '../message/conversation.ts';
import { askIn } from '../turn/asking.ts';
import { expectRefused } from '../workspace/team.ts';
import { addedFiles, makeDataset } from './datasets.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const SECRET = 'The merger with Northwind is planned for October.';

/** A dataset that the whole team sees, with a document in it that only the owner may view. */
async function withSecret() {
  const { trpc } = talk.api;
  const { id: appId } = await trpc.app.create.mutate({ name: 'Own', type: 'note', visibility: 'private' });
  const { id: documentId } = await trpc.document.create.mutate({ appId, name: 'Plan', content: SECRET });
  const datasetId = await makeDataset(talk.api, talk.app.id);
  const [source] = await trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] });
  const sourceId = source?.id ?? '';
  await trpc.document.content.query({ documentId, format: 'markdown' });
  await expect
    .poll(async () => {
      await refreshSources(server.platform);
      return (await trpc.source.get.query({ sourceId })).status;
    })
    .toBe('ready');
  return { appId, documentId, datasetId, sourceId };
}

it('stays hidden from readers of the dataset after it was deleted for good', async () => {
  const { documentId, datasetId, sourceId } = await withSecret();
  const { api } = await talk.person();
  const search = () => api.trpc.retrieval.search.query({ datasetId, query: 'Northwind merger' });
  expect((await search()).passages).toEqual([]);
  // As the bin does when its time is over.
  await server.db.deleteFrom('channel').where('id', '=', documentId).execute();
  expect((await search()).passages).toEqual([]);
  await expectRefused(api.trpc.source.pages.query({ sourceId }), 'notFound');
  expect((await api.trpc.source.list.query({ datasetId })).list).toEqual([]);
  // Not even to those who saw it: there is nothing left to see.
  expect((await talk.api.trpc.source.list.query({ datasetId })).list).toEqual([]);
  await sweepFiles(server.platform);
});

it('has no passages that people may leave out who may not view it', async () => {
  const { datasetId } = await withSecret();
  const found = await talk.api.trpc.retrieval.search.query({ datasetId, query: 'Northwind' });
  const passage = found.passages[0]?.passage ?? { extractionId: 0, n: 0 };
  const editor = await talk.person();
  await makeGrant(server.db, {
    ...{ targetId: datasetId, teamId: talk.team.id, userId: editor.user.id, level: levelRank.edit },
  });
  const exclude = (n: number) =>
    editor.api.trpc.retrieval.exclude.mutate({ datasetId, ...passage, n, excluded: true });
  await expectRefused(exclude(passage.n), 'notFound');
  await expectRefused(exclude(passage.n + 1), 'notFound');
});

it('is not quoted where people read who may not view it', async () => {
  const { datasetId, documentId } = await withSecret();
  await talk.api.trpc.dataset.attach.mutate({ datasetId, to: { channelId: talk.channelId } });
  await addedFiles(talk.api, datasetId, [{ name: 'fees.txt', bytes: 'A berth costs twelve crowns.' }]);
  const said = '[[say Soon [cite:1.1 "The merger with Northwind is planned for October"].]] When?';
  const colleague = await talk.person();
  const answer = await askIn(server, talk, said);
  expect(textOf(answer.parts)).not.toContain('#citation');
  expect(JSON.stringify(answer.parts.filter(({ type }) => type !== 'text'))).not.toContain('Northwind');
  expect(JSON.stringify(chatRequests(server).at(-1)?.body)).not.toContain('planned for October.\\n');
  // Once everyone there may view it, it is.
  await makeGrant(server.db, {
    ...{ targetId: documentId, teamId: talk.team.id, userId: colleague.user.id, level: levelRank.view },
  });
  const open = await askIn(server, talk, said);
  expect(textOf(open.parts)).toContain('#citation');
});
