import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import type { CompletionEvent } from '@tandem/shared/completion/schema';
import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { openTeam, type Team } from '../workspace/team.ts';

const server = useTalkingServer();

/** A team with a model whose every token written costs a credit. */
async function costly() {
  const team = await openTeam(server);
  const provider = await makeProvider(server.db, { apiHost: server.provider.url, teamId: team.team.id });
  const prices = { inputPrice: 0, outputPrice: 1_000_000_000_000 };
  const model = { providerId: provider.id, modelId: 'fake-text', ...prices };
  const { id: modelId } = await makeModel(server.db, model);
  return { team, draft: { name: 'Draft', instructions: '', modelId, parameters: {}, tools: [] } };
}

async function endOf(stream: AsyncIterable<CompletionEvent>) {
  for await (const event of stream) if (event.type === 'ended') return event;
  throw new Error('it has no end');
}

const asked = () => server.provider.requests.filter(({ path }) => path.endsWith('/chat/completions'));
const tries = (team: Team, draft: Awaited<ReturnType<typeof costly>>['draft'], count: number, text: string) =>
  Promise.all(
    Array.from({ length: count }, () =>
      team.api.trpc.assistant.try.mutate({ draft, text }).then(endOf, ({ message }: Error) => message),
    ),
  );

describe('trying an assistant', () => {
  it('spends a budget once, however many try at once', async () => {
    const { team, draft } = await costly();
    // For one short answer, and not for two.
    const amount = 500_000_000;
    await team.api.trpc.budget.set.mutate({ period: 'month', amount });
    const before = asked().length;
    await tries(team, draft, 6, '[[tokens 100]] Talk');
    expect(asked().length - before).toBe(1);
    const { budget } = await team.api.trpc.budget.get.query({});
    expect(budget?.spent).toBeLessThanOrEqual(amount);
    expect(budget?.reserved).toBe(0);
  });

  it('ends where the budget does', { timeout: 30_000 }, async () => {
    const { team, draft } = await costly();
    const amount = 1_000_000_000;
    await team.api.trpc.budget.set.mutate({ period: 'month', amount });
    const [end] = await tries(team, draft, 1, '[[tokens 4000]][[delay 2]] Talk');
    expect(end).toMatchObject({ status: 'failed', error: { key: 'budgetSpent' } });
    const { budget } = await team.api.trpc.budget.get.query({});
    expect(budget?.spent).toBeLessThan(amount * 1.3);
  });

  it('charges only what was used', async () => {
    const { team, draft } = await costly();
    await team.api.trpc.budget.set.mutate({ period: 'month', amount: 100_000_000_000 });
    const [end] = await tries(team, draft, 1, '[[tokens 700]] Talk');
    if (typeof end === 'string' || !end) throw new Error(end);
    expect(end.status).toBe('done');
    const { budget } = await team.api.trpc.budget.get.query({});
    expect(budget).toMatchObject({ spent: end.cost, reserved: 0 });
  });

  it.each(['signs out', 'is signed out'])(
    'ends when the person trying it %s',
    { timeout: 30_000 },
    async (how) => {
      const { team, draft } = await costly();
      const person = await team.person();
      const stream = await person.api.trpc.assistant.try.mutate({
        draft: { ...draft, modelId: draft.modelId },
        text: '[[tokens 1500]][[delay 20]] Talk',
      });
      const began = Date.now();
      const end = endOf(stream).then(
        ({ status }) => status,
        () => 'cut',
      );
      if (how === 'signs out') await person.api.call('GET', '/api/user/logout');
      else await team.api.trpc.team.signMemberOut.mutate({ userId: person.user.id });
      expect(['stopped', 'cut']).toContain(await end);
      expect(Date.now() - began).toBeLessThan(6_000);
    },
  );
});
