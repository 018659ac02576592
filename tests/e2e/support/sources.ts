import { expect, type Page } from '@playwright/test';
import type { Api } from '../../running/api.ts';
import { removeAfterTest } from './cleanup.ts';

/** A new chat with documents in an app of its own, with files as its sources. */
export async function makeSources(api: Api, files: Record<string, Uint8Array | string>) {
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const app = await api.trpc.app.create.mutate({
    name: 'Contracts',
    type: 'chatpdf',
    spaceId: spaces[0]?.id ?? '',
  });
  removeAfterTest(() => api.trpc.app.remove.mutate({ appId: app.id }));
  const channel = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'chatpdf', name: 'Harbour' });
  const sources: Awaited<ReturnType<typeof api.trpc.source.addFiles.mutate>> = [];
  for (const [name, content] of Object.entries(files)) {
    const form = new FormData();
    form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
    const { id } = (await api.call('POST', '/api/files/upload', { raw: form })).data as { id: string };
    sources.push(
      ...(await api.trpc.source.addFiles.mutate({ datasetId: channel.id, files: [{ fileId: id }] })),
    );
  }
  return { app, channel, sources, path: `/chatpdf/${app.id}/c/${channel.id}` };
}

/** The text of all pages of a source as the server has it, once all were read. */
export async function pagesOf(api: Api, sourceId: string): Promise<string[]> {
  await expect
    .poll(async () => (await api.trpc.source.pages.query({ sourceId, limit: 1 })).status)
    .toBe('ready');
  const { list } = await api.trpc.source.pages.query({ sourceId, limit: 50 });
  return list.map(({ text }) => text);
}

/** The painted current mark: its words, and the page on which they stand. */
export function currentMark(page: Page): Promise<{ words: string; page: number } | null> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('source-mark-current') ?? [];
    if (!(range instanceof Range)) return null;
    const place = range.startContainer.parentElement?.closest<HTMLElement>('[data-page]');
    return { words: range.toString(), page: Number(place?.dataset.page) };
  });
}
