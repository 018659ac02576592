import type { Locator, Page } from '@playwright/test';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import type { Api } from '../../running/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { removeAfterTest } from '../support/cleanup.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params?: Record<string, string | number>) => words(`model:${key}`, params);
const section = (page: Page) => page.getByRole('region', { name: say('retrieval.title') });
const free = { inputPrice: 0, outputPrice: 0, imagePrice: 0 };

/** Connects a provider at the fake, which goes with the test. */
async function connect({ trpc }: Api, fake: FakeProvider, name: string): Promise<string> {
  const { id: providerId } = await trpc.provider.create.mutate({
    ...{ kind: 'openai-compatible', name, apiHost: fake.url, apiKey: 'sk-of-this-journey' },
  });
  removeAfterTest(async () => {
    await trpc.retrieval.configure.mutate({ embeddingModelId: null, rerankModelId: null });
    await trpc.provider.remove.mutate({ providerId });
  });
  return providerId;
}

/** A dataset with one text that has been read. @returns its address */
async function makeGarage(api: Api, text: string): Promise<string> {
  const { trpc } = api;
  const spaces = (await api.get('/api/space/list')).data as { id: string }[];
  const app = await trpc.app.create.mutate({ name: 'Library', type: 'chat', spaceId: spaces[0]?.id ?? '' });
  removeAfterTest(() => trpc.app.remove.mutate({ appId: app.id }));
  const { id: datasetId } = await trpc.channel.create.mutate({
    ...{ appId: app.id, kind: 'dataset', name: 'Garage' },
  });
  const { id: sourceId } = await trpc.source.addText.mutate({ datasetId, name: 'Sheds', text });
  await expect.poll(async () => (await trpc.source.get.query({ sourceId })).status).toBe('ready');
  return `/s/${app.id}/c/${datasetId}`;
}

/** Searches a dataset. @returns the first of what was found */
async function firstFound(page: Page, path: string, query: string): Promise<Locator> {
  await page.goto(path);
  await page.getByRole('tab', { name: words('dataset:tab.try') }).click();
  await page.getByLabel(words('dataset:try.label')).fill(query);
  await page.getByLabel(words('dataset:try.label')).press('Enter');
  return page
    .getByRole('list', { name: words('dataset:try.results') })
    .getByRole('listitem')
    .first();
}

test('an administrator chooses the models that search sources, sees a refusal, and tries again', async ({
  page,
  owner,
}) => {
  const fake = await startFakeProvider();
  removeAfterTest(() => fake.close());
  const { trpc } = owner.api;
  const providerId = await connect(owner.api, fake, 'Vectors');
  await trpc.model.add.mutate({ ...free, providerId, modelId: 'fake-embedding', kind: 'embedding' });
  await trpc.model.add.mutate({ ...free, providerId, modelId: 'fake-rerank', kind: 'rerank' });
  const text = 'Each vehicle is kept in the shed behind the mill.';
  const garage = await makeGarage(owner.api, text);

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

  const found = await firstFound(page, garage, 'automobile');
  await expect(found).toContainText(text);
  await expect(found).toContainText(new RegExp(`${words('dataset:try.vectors')}: place 1`));
});

test('while vectors of another model are made, and its provider dies, searches use the former model; without any, words', async ({
  page,
  owner,
}) => {
  const [old, young] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  let latest = young;
  removeAfterTest(() => old.close());
  removeAfterTest(() => latest.close());
  const { trpc } = owner.api;
  for (const [fake, name] of [
    [old, 'Old'],
    [young, 'Young'],
  ] as const)
    await trpc.model.add.mutate({
      ...{ ...free, providerId: await connect(owner.api, fake, name) },
      ...{ modelId: 'fake-embedding', name: `${name} model`, kind: 'embedding' },
    });
  const filler = Array.from({ length: 200 }, (_, n) => `Entry ${n} tells of berth and rope. `.repeat(18));
  const text = 'Each vehicle is kept in the shed behind the mill.';
  const garage = await makeGarage(owner.api, [text, ...filler].join('\n\n'));

  const choice = section(page).getByLabel(say('retrieval.embedding'), { exact: true });
  const choose = async (label: string) => {
    await choice.selectOption(label);
    await section(page)
      .getByRole('button', { name: say('save'), exact: true })
      .click();
  };
  const ready = /Ready: searches cover \d+ passages\./;
  const vectors = words('dataset:try.vectors');

  await page.goto('/admin/modelProvider');
  await choose('Old model (Old)');
  await expect(section(page)).toContainText(ready);

  await test.step('the provider of another dies in the middle', async () => {
    Object.assign(young.vectors, { untroubled: 2, trouble: 'hang' });
    await choose('Young model (Young)');
    // Those of two requests.
    const progress = section(page).getByText(/^[1-9]\d+ of \d{3} passages/);
    await expect(progress).toBeVisible();
    await expect(section(page)).toContainText(say('retrieval.former', { model: 'Old model' }));
    await young.close();
    const problem = section(page).getByRole('alert');
    await expect(problem).toContainText(words('error:provider.connectionLost'));
    await expect(problem).toContainText(/Next attempt: /);
    await expect(progress).toBeVisible();
    await expectAccessible(page, 'a model of search whose provider is gone');
    const found = await firstFound(page, garage, 'automobile');
    await expect(found).toContainText(text);
    await expect(found).toContainText(`${vectors}: place 1`);
  });

  await test.step('once it is back, the rest is filled in', async () => {
    latest = await startFakeProvider({ port: Number(new URL(young.url).port) });
    await page.goto('/admin/modelProvider');
    await section(page)
      .getByRole('alert')
      .getByRole('button', { name: say('retrieval.resume') })
      .click();
    await expect(section(page)).toContainText(ready);
    await expect(section(page).getByRole('alert')).toBeHidden();
    // Those that were stored are not asked for again.
    const again = latest.requests.flatMap(({ body }) => body.input as string[]);
    expect(again.some((each) => each.includes(text))).toBe(false);
  });

  await test.step('without a model, only words find', async () => {
    await choose(say('retrieval.none'));
    await expect(section(page)).not.toContainText(ready);
    await page.reload();
    await expect(choice).toHaveValue('');
    await expect(section(page).getByRole('progressbar')).toHaveCount(0);
    const found = await firstFound(page, garage, 'shed behind the mill');
    await expect(found).toContainText(text);
    await expect(found).not.toContainText(vectors);
  });
});
