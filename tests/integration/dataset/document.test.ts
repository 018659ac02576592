import { refreshSources } from '@tandem/api/dataset/source/source.jobs';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';
import { makeDataset } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
let datasetId: string;

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
});

describe('documents of the workspace in a dataset', () => {
  async function makeDocument(words: string, name = 'Plan'): Promise<string> {
    const { id: appId } = await team.api.trpc.app.create.mutate({
      name: 'Notes',
      type: 'note',
      visibility: 'private',
    });
    const { id } = await team.api.trpc.document.create.mutate({
      appId,
      ...(name && { name }),
      content: words,
    });
    return id;
  }

  it('are followed as they change', async () => {
    const documentId = await makeDocument('The crane is red.');
    const [added] = await team.api.trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] });
    const sourceId = added?.id ?? '';
    const refreshedText = async () => {
      await refreshSources(server.platform);
      const { list } = await team.api.trpc.source.pages.query({ sourceId });
      return list.map((page) => page.text).join();
    };
    await team.api.trpc.document.content.query({ documentId, format: 'markdown' });
    await expect.poll(refreshedText).toContain('red');
    await team.api.trpc.document.append.mutate({
      documentId,
      content: 'Now it is blue.',
      format: 'markdown',
    });
    await team.api.trpc.document.content.query({ documentId, format: 'markdown' });
    await expect.poll(refreshedText).toContain('blue');
  });

  it('have the names of the documents, and none while these have none', async () => {
    const documentId = await makeDocument('The crane is red.', '');
    const [added] = await team.api.trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] });
    const sourceId = added?.id ?? '';
    expect(added?.name).toBe('');
    await team.api.trpc.document.content.query({ documentId, format: 'markdown' });
    await expect
      .poll(async () => {
        await refreshSources(server.platform);
        const { list } = await team.api.trpc.source.pages.query({ sourceId });
        return list.map((page) => page.text).join();
      })
      .toContain('red');
    await team.api.trpc.channel.update.mutate({ channelId: documentId, name: 'Cranes' });
    await refreshSources(server.platform);
    const renamed = await team.api.trpc.source.get.query({ sourceId });
    expect(renamed.name).toBe('Cranes');
    expect(renamed.revision).toBeGreaterThan(added?.revision ?? 0);
    const { passages } = await team.api.trpc.retrieval.search.query({ datasetId, query: 'crane' });
    expect(passages.map(({ name }) => name)).toEqual(['Cranes']);
    await expectRefused(team.api.trpc.source.update.mutate({ sourceId, name: 'Mine' }), 'badRequest');
  });

  it('stay hidden from readers of the dataset who may not view them', async () => {
    const documentId = await makeDocument('A secret plan.');
    const [added] = await team.api.trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] });
    const colleague = await team.person();
    const { list } = await colleague.api.trpc.source.list.query({ datasetId });
    expect(list).toEqual([]);
    await expectRefused(colleague.api.trpc.source.get.query({ sourceId: added?.id ?? '' }), 'notFound');
    await expectRefused(
      colleague.api.trpc.source.addDocuments.mutate({ datasetId, documentIds: [documentId] }),
      'notFound',
    );
  });
});
