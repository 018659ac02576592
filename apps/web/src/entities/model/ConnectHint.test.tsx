import chat from '@tandem/shared/locales/en/chat.json';
import type { TeamDetails } from '@tandem/shared/team/schema';
import { act, cleanup, screen } from '@testing-library/react';
import i18n from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { resetSession, useSession } from '../../lib/session/session.ts';
import { cached } from '../../lib/trpc.ts';
import { renderApp } from '../../testing/render.tsx';
import { ConnectHint } from './ConnectHint.tsx';

const model = (kind: 'offline' | 'openai') => ({
  ...{ id: kind, modelId: kind, name: kind, kind: 'chat' as const, contextWindow: 4_096 },
  ...{ inputPrice: null, outputPrice: null, imagePrice: null },
  abilities: { tools: false, vision: false, reasoning: false },
  provider: { id: kind, name: kind, kind },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  resetSession();
});

async function open(role: 'owner' | 'member', kinds: ('offline' | 'openai')[]) {
  const { user } = useSession.getState();
  const team = { teamId: 't', name: 'Team', logo: '', theme: null, role };
  useSession.setState({ user: { ...user, teams: [team], currentTeamId: 't' } });
  const abilities = { providers: role === 'owner' } as TeamDetails['abilities'];
  cached.team.get.setData(undefined, { id: 't', name: 'Team', role, abilities });
  i18n.addResourceBundle('en', 'chat', chat);
  cached.model.list.setData(undefined, kinds.map(model));
  const router = createMemoryRouter([{ path: '*', element: <ConnectHint /> }]);
  await act(async () => void renderApp(<RouterProvider router={router} />, queryClient));
  return screen.queryByRole('link', { name: 'Connect a provider' });
}

it('takes an owner to the screen that connects a provider', async () => {
  expect((await open('owner', ['offline']))?.getAttribute('href')).toBe('/admin/modelProvider');
});

it.each([
  ['owner', ['offline', 'openai']],
  ['owner', []],
  ['member', ['offline']],
] as const)('says nothing to an %s with %j', async (role, kinds) => {
  expect(await open(role, [...kinds])).toBeNull();
});
