import { htmlOf } from '@tandem/api/document/convert/html';
import { markdownOf } from '@tandem/api/document/convert/markdown';
import { expect, it } from 'vitest';
import { bytesOf } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';
import { blocksOf } from './exchange.ts';

const server = useServer();

it('a document written in a child process comes out the same', { timeout: 60_000 }, async () => {
  const { api } = await openTeam(server);
  const { id: appId } = await api.trpc.app.create.mutate({ name: 'Notes', type: 'note' });
  const content = Array.from({ length: 200 }, () => ({
    type: 'bulletListItem' as const,
    content: 'words '.repeat(20),
  }));
  const { id: documentId } = await api.trpc.document.create.mutate({ appId, name: 'Long', content });
  const blocks = await blocksOf(api, documentId);
  const html = await api.trpc.document.content.query({ documentId, format: 'html' });
  expect(html.content).toBe(htmlOf(blocks));
  const path = `/api/app/${appId}/channelDoc/${documentId}/export`;
  const markdown = (await bytesOf(api, path)).bytes.toString();
  expect(markdown).toBe(`# Long\n\n${markdownOf(blocks)}`);
  expect((await bytesOf(api, `${path}?format=html`)).bytes.toString()).toContain(html.content);
});
