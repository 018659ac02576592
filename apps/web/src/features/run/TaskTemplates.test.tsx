import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draftOf } from '../../entities/message/composer/draft.ts';
import { queryClient } from '../../lib/query-client.ts';
import { cached } from '../../lib/trpc.ts';
import { renderApp } from '../../testing/render.tsx';
import { TaskTemplates } from './TaskTemplates.tsx';

const channelId = 'c';

const template = (title: string, needsModel: boolean) => ({
  ...{
    id: title,
    icon: '',
    title,
    description: '',
    task: title,
    mode: 'work' as const,
    tools: [],
    files: [],
  },
  needsModel,
});
const model = (kind: 'offline' | 'openai') => ({
  ...{ id: kind, modelId: kind, name: kind, kind: 'chat' as const, contextWindow: 4_096 },
  ...{ inputPrice: null, outputPrice: null, imagePrice: null },
  abilities: { tools: false, vision: false, reasoning: false },
  provider: { id: kind, name: kind, kind },
});

afterEach(() => {
  draftOf(channelId).store.setState({ text: '' });
  cleanup();
  queryClient.clear();
});

async function offered(kinds: ('offline' | 'openai')[]) {
  cached.agentTemplate.list.setData({ channelId }, [template('Chart', true), template('Merge', false)]);
  cached.model.list.setData(undefined, kinds.map(model));
  await act(async () => void renderApp(<TaskTemplates channelId={channelId} />, queryClient));
  return screen.getAllByRole('button').map(({ textContent }) => textContent);
}

it('offers only what the built-in model can do where it is the only one', async () => {
  expect(await offered(['offline'])).toEqual(['Merge']);
});

it('offers all tasks where there is a language model', async () => {
  expect(await offered(['offline', 'openai'])).toEqual(['Chart', 'Merge']);
});

it('is out of the way of what a person has typed', async () => {
  await offered(['offline']);
  act(() => draftOf(channelId).store.setState({ text: 'Count' }));
  expect(screen.getByRole('list').hasAttribute('data-hidden')).toBe(true);
});
