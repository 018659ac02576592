import type { Page } from '@playwright/test';
import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { expect, type Owner } from './test.ts';
import { words } from './words.ts';

/** Makes the fake provider's model write a note. */
export const writeNote = (title: string, text = 'Two bottles, please') =>
  `[[tool mcp_notebook_write_note ${JSON.stringify({ title, text })}]] Note this`;

/** The administrators' screen that shows servers of tools. */
export async function openTools(page: Page, language = 'en') {
  await page.goto('/admin/mcp');
  const section = page.getByRole('region', { name: words('mcp:title', {}, language), exact: true });
  await expect(section).toBeVisible();
  return section;
}

let notebook: Promise<FakeMcp> | null = null;

/** A server of tools that all pictures of one worker share. */
function sharedNotebook(): Promise<FakeMcp> {
  notebook ??= startFakeMcp();
  return notebook;
}

/** Allows the shared server, if it is not yet, and switches its tools on for the owner's first assistant. */
export async function allowNotebook({ api, appId }: Owner): Promise<void> {
  const { url } = await sharedNotebook();
  const held = (await api.trpc.mcp.list.query()).find((server) => server.url === url);
  if (held) return;
  const { id: serverId } = await api.trpc.mcp.create.mutate({
    name: 'Notebook',
    url,
    secret: { token: 'a token for pictures', headers: [] },
  });
  const { tools } = await api.trpc.mcp.refresh.mutate({ serverId });
  const on = tools.filter(({ name }) => name !== 'tear_note');
  for (const { id: toolId } of on) await api.trpc.mcp.setTool.mutate({ toolId, enabled: true });
  await giveTools(
    { api, appId },
    on.map(({ id }) => `mcp:${id}`),
  );
}

/** Adds tools to what an app's first assistant may use. */
export async function giveTools({ api, appId }: Pick<Owner, 'api' | 'appId'>, keys: string[]): Promise<void> {
  const [assistant] = await api.trpc.assistant.list.query({ appId });
  if (!assistant) throw new Error('the app has no assistant');
  await api.trpc.assistant.update.mutate({ assistantId: assistant.id, tools: [...assistant.tools, ...keys] });
}
