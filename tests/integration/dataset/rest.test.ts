import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { makeApp } from '@tandem/db/testing/factories/index';
import { expect, it } from 'vitest';
import { need } from '../../running/people.ts';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
const UPLOAD = '/api/files/upload/dataset';

interface Uploaded {
  dataset: { id: string; name: string; appId: string };
  documents: { id: string; name: string; type: string; status: string }[];
}

async function formOf(names: readonly string[], fields: Record<string, string> = {}): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const name of names)
    form.append('file', new Blob([new Uint8Array(await pdfFile([[`Words of ${name}.`]]))]), name);
  return form;
}

async function upload(form: FormData): Promise<Uploaded> {
  return need(await team.api.call('POST', UPLOAD, { raw: form })).data as Uploaded;
}

it('C37: takes several files into a new dataset of one’s own, whose pages are read', async () => {
  const { id: ownApp } = await makeApp(server.db, {
    ...{ teamId: team.team.id, spaceId: team.space.id, creatorId: team.owner.id, visibility: 'private' },
    personalUserId: team.owner.id,
  });
  const { dataset, documents } = await upload(await formOf(['a.pdf', 'b.pdf', 'c.pdf']));
  expect(dataset).toMatchObject({ appId: ownApp, name: 'a.pdf' });
  expect(documents.map(({ name, type }) => [name, type])).toEqual([
    ['a.pdf', 'file'],
    ['b.pdf', 'file'],
    ['c.pdf', 'file'],
  ]);
  await untilRead(
    team.api,
    documents.map(({ id }) => id),
  );
  const list = `/api/dataset/${dataset.id}/document/-/list`;
  const answer = need(await team.api.call('GET', `${list}?currentPage=2&pageSize=2`)).data;
  expect(answer).toMatchObject({
    list: [{ name: 'c.pdf', status: 'ready', pages: 1, done: 1, error: null }],
    pagination: { currentPage: 2, pageSize: 2, total: 3 },
  });
  const pages = `/api/dataset/${dataset.id}/document/${documents[0]?.id}/page/-/list`;
  expect(need(await team.api.call('GET', pages)).data).toMatchObject({
    list: [{ index: 1, label: '1', text: expect.stringContaining('Words of a.pdf.') }],
    pagination: { total: 1 },
  });
});

it('C37: takes files into a named dataset, and into a new one of a named app', async () => {
  const datasetId = await makeDataset(team.api, team.app.id);
  expect((await upload(await formOf(['a.pdf'], { datasetId }))).dataset.id).toBe(datasetId);
  const made = await upload(await formOf(['b.pdf'], { appId: team.app.id }));
  expect(made.dataset).toMatchObject({ name: 'b.pdf', appId: team.app.id });
});

it('renames a dataset, and takes its own answer back', async () => {
  const datasetId = await makeDataset(team.api, team.app.id);
  const path = `/api/dataset/${datasetId}/info`;
  const { data } = need(await team.api.call('PUT', path, { body: { name: 'Quay', description: 'Ships' } }));
  expect(data).toMatchObject({ id: datasetId, name: 'Quay', description: 'Ships' });
  const { id: _id, ...rest } = data as { id: string };
  expect(need(await team.api.call('PUT', path, { body: rest })).data).toMatchObject({ name: 'Quay' });
});

it('refuses forms that are none, empty or for places that are not the caller’s, and keeps nothing', async () => {
  const other = await team.person('guest');
  const datasetId = await makeDataset(team.api, team.app.id);
  const refused = async (form: FormData, status: number, api = team.api) =>
    expect((await api.call('POST', UPLOAD, { raw: form })).status).toBe(status);
  await refused(new FormData(), 400);
  await refused(await formOf([], { datasetId }), 400);
  await refused(await formOf(['a.pdf'], { datasetId: 'x' }), 400);
  await refused(await formOf(['a.pdf'], { wrong: 'x' }), 400);
  await refused(await formOf(['a.pdf'], { datasetId }), 404, other.api);
  await refused(await formOf(['a.pdf'], { appId: team.app.id }), 404, other.api);
  const misnamed = new FormData();
  misnamed.append('document', new Blob(['x']), 'x.txt');
  await refused(misnamed, 400);
  const left = await server.db
    .selectFrom('file')
    .select('name')
    .where('uploaderId', 'in', [team.owner.id, other.user.id])
    .execute();
  expect(left).toEqual([]);
});
