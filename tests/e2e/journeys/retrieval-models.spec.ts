import type { Page } from '@playwright/test';
import { startFakeProvider } from '../../fakes/provider/server.ts';
import { expectAccessible } from '../support/axe.ts';
import { removeAfterTest } from '../support/cleanup.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params?: Record<string, string | number>) => words(`model:${key}`, params);
const section = (page: Page) => page.getByRole('region', { name: say('retrieval.title') });

test('an administrator chooses the models that search sources, sees a refusal, and tries again', async ({
  page,
  owner,
}) => {
  const fake = await startFakeProvider();
  const { trpc } = owner.api;
  const { id: providerId } = await trpc.provider.create.mutate({
    ...{ kind: 'openai-compatible', name: 'Vectors', apiHost: fake.url, apiKey: 'sk-of-this-journey' },
  });
  removeAfterTest(async () => {
    await trpc.retrieval.configure.mutate({ embeddingModelId: null, rerankModelId: null });
    await trpc.provider.remove.mutate({ providerId });
    await fake.close();
  });
  const free = { inputPrice: 0, outputPrice: 0, imagePrice: 0 };
  for (const [modelId, kind] of [
    ['fake-embedding', 'embedding'],
    ['fake-rerank', 'rerank'],
  ] as const)
    await trpc.model.add.mutate({ providerId, modelId, kind, ...free });
  const spaces = (await owner.api.get('/api/space/list')).data as { id: string }[];
  const app = await trpc.app.create.mutate({ name: 'Library', type: 'chat', spaceId: spaces[0]?.id ?? '' });
  removeAfterTest(() => trpc.app.remove.mutate({ appId: app.id }));
  const { id: datasetId } = await trpc.channel.create.mutate({
    ...{ appId: app.id, kind: 'dataset', name: 'Garage' },
  });
  const text = 'Each vehicle is kept in the shed behind the mill.';
  const { id: sourceId } = await trpc.source.addText.mutate({ datasetId, name: 'Sheds', text });
  await expect.poll(async () => (await trpc.source.get.query({ sourceId })).status).toBe('ready');

  fake.vectors.trouble = '401';
  await page.goto('/admin/modelProvider');
  const embedding = section(page).getByLabel(say('retrieval.embedding'), { exact: true });
  await embedding.selectOption('fake-embedding (Vectors)');
  await expect(section(page)).toContainText(say('retrieval.sends'));
  await section(page)
    .getByLabel(say('retrieval.rerank'), { exact: true })
    .selectOption('fake-rerank (Vectors)');
  await section(page)
    .getByRole('button', { name: say('save'), exact: true })
    .click();
  const problem = section(page).getByRole('alert');
  await expect(problem).toContainText(words('error:provider.unauthorised'));
  await expect(problem).toContainText('Incorrect API key provided');
  await expectAccessible(page, 'models of search that are refused');

  fake.vectors.trouble = null;
  await problem.getByRole('button', { name: say('retrieval.resume') }).click();
  await expect(problem).toBeHidden();
  await expect(section(page).getByRole('progressbar')).toBeHidden();
  await expect(section(page)).toContainText(/Ready: searches cover \d+ passages?\./);
  await expectAccessible(page, 'models of search');

  await page.goto(`/s/${app.id}/c/${datasetId}`);
  await page.getByRole('tab', { name: words('dataset:tab.try') }).click();
  await page.getByLabel(words('dataset:try.label')).fill('automobile');
  await page.getByLabel(words('dataset:try.label')).press('Enter');
  const found = page
    .getByRole('list', { name: words('dataset:try.results') })
    .getByRole('listitem')
    .first();
  await expect(found).toContainText(text);
  await expect(found).toContainText(new RegExp(`${words('dataset:try.vectors')}: place 1`));
});
