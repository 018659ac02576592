import { makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { describe, expect, it } from 'vitest';
import { useConversation, useTalkingServer } from '../message/conversation.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';

const server = useTalkingServer();
const talk = useConversation(server, { name: 'Plans' });

interface Asked {
  model: string;
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  messages: { role: string; content: unknown }[];
}

/** The last request for a chat that the provider got. */
const lastAsked = () =>
  server.provider.requests.filter(({ path }) => path.endsWith('/chat/completions')).at(-1)
    ?.body as unknown as Asked;

async function ask(channelId: string, text: string, api = talk.api) {
  await api.trpc.message.send.mutate({ channelId, text });
  const last = async () => (await api.trpc.message.list.query({ channelId })).list.at(-1);
  await expect.poll(async () => (await last())?.status, { timeout: 10_000 }).toBe('done');
  return last();
}

describe('an assistant’s instructions', () => {
  it('have their variables filled in for every asker, and parameters reach the model', async () => {
    await talk.api.trpc.assistant.update.mutate({
      assistantId: talk.assistant.id,
      instructions:
        'For {{user_name}} of {{team_name}} in {{app_name}}/{{channel_name}} on {{date}}, {{nothing}}.',
      parameters: { temperature: 0.25, topP: 0.5, maxOutputTokens: 77 },
    });
    await ask(talk.channelId, 'Hello');
    const asked = lastAsked();
    const date = new Date().toISOString().slice(0, 10);
    const told = `For ${talk.owner.name} of ${talk.team.name} in ${talk.app.name}/Plans on ${date}, {{nothing}}.`;
    expect(JSON.stringify(asked.messages[0])).toContain(told);
    expect(asked).toMatchObject({ temperature: 0.25, top_p: 0.5 });
    expect(asked.max_tokens ?? asked.max_completion_tokens).toBe(77);
  });

  it('omit the name of an app that a channel member may not see', async () => {
    const { trpc } = talk.api;
    await trpc.assistant.update.mutate({
      assistantId: talk.assistant.id,
      instructions: 'You are in {{app_name}}, in {{channel_name}}.',
    });
    const told = async () => {
      await ask(talk.channelId, 'Hello');
      return JSON.stringify(lastAsked().messages[0]);
    };
    const named = `You are in ${talk.app.name}, in Plans.`;
    const guest = await talk.person('guest');
    expect(await told()).toContain(named);
    const level = levelRank.edit;
    const grant = { teamId: talk.team.id, level, userId: guest.user.id };
    await makeGrant(server.db, { ...grant, targetId: talk.channelId });
    expect(await told()).toContain('You are in this app, in Plans.');
    await ask(talk.channelId, 'And for me?', guest.api);
    expect(JSON.stringify(lastAsked().messages)).not.toContain(talk.app.name);
    // People with access to the app may read its name.
    await makeGrant(server.db, { ...grant, targetId: talk.app.id });
    expect(await told()).toContain(named);
  });

  it('quote names literally: they add no variables and no lines', async () => {
    await server.db
      .updateTable('user')
      .set({ name: '{{team_name}} $& {{date}}' })
      .where('id', '=', talk.owner.id)
      .execute();
    await talk.api.trpc.assistant.update.mutate({
      assistantId: talk.assistant.id,
      instructions: 'You help {{user_name}}.',
    });
    await ask(talk.channelId, 'Hello');
    expect(JSON.stringify(lastAsked().messages[0])).toContain('You help {{team_name}} $& {{date}}.');
  });
});

describe('a chat with one’s own assistant', () => {
  it('is answered by it, for colleagues too, who never read its instructions', async () => {
    const person = await talk.person();
    const level = levelRank.edit;
    const grant = { teamId: talk.team.id, targetId: talk.app.id, level };
    await makeGrant(server.db, { ...grant, userId: person.user.id });
    const own = await person.api.trpc.assistant.create.mutate({
      name: 'Butler',
      instructions: 'The safe is 1234.',
      starters: ['How are you?'],
      modelId: (await talk.api.trpc.assistant.get.query({ assistantId: talk.assistant.id })).modelId,
    });
    const start = { appId: talk.app.id, assistantId: own.id, name: 'With my butler' };
    const { id: channelId } = await person.api.trpc.channel.create.mutate(start);
    expect(await ask(channelId, 'Hello', person.api)).toMatchObject({ assistant: { name: 'Butler' } });
    expect(JSON.stringify(lastAsked().messages[0])).toContain('The safe is 1234.');
    // The owner of the app writes there as well.
    expect(await ask(channelId, 'And me?')).toMatchObject({ assistant: { name: 'Butler' } });
    const seen = await talk.api.trpc.assistant.ofChannel.query({ channelId });
    expect(seen).toMatchObject([
      { name: 'Butler', instructions: '', parameters: {}, abilities: { edit: false } },
      { id: talk.assistant.id },
    ]);
    await expectRefused(talk.api.trpc.assistant.get.query({ assistantId: own.id }), 'notFound');
    // Nor can they make it answer elsewhere.
    await expectRefused(talk.api.trpc.channel.create.mutate(start), 'notFound');
    // A fork keeps the assistant that answered.
    const { list: messages } = await talk.api.trpc.message.list.query({ channelId });
    const fork = { channelId, messageId: messages[0]?.id as string };
    expect(await talk.api.trpc.channel.fork.mutate(fork)).toMatchObject({ assistantId: own.id });
    // After its removal the app's default answers, and its old messages keep its name.
    await person.api.trpc.assistant.remove.mutate({ assistantId: own.id });
    expect(await ask(channelId, 'Still there?')).toMatchObject({ assistant: { id: talk.assistant.id } });
    const after = await talk.api.trpc.message.list.query({ channelId });
    expect(after.list[1]).toMatchObject({ assistant: { name: 'Butler' } });
  });

  it('is not created with another app’s, a colleague’s, another team’s or a removed one', async () => {
    const other = await openTeam(server);
    const theirs = await (await talk.person()).api.trpc.assistant.create.mutate({ name: 'Theirs' });
    const gone = await talk.api.trpc.assistant.create.mutate({ name: 'Gone' });
    await talk.api.trpc.assistant.remove.mutate({ assistantId: gone.id });
    const beside = await talk.api.trpc.app.create.mutate({
      name: 'Beside',
      type: 'chat',
      spaceId: talk.space.id,
    });
    const [elsewhere] = await talk.api.trpc.assistant.list.query({ appId: beside.id });
    for (const assistantId of [
      other.assistant.id,
      theirs.id,
      gone.id,
      elsewhere?.id as string,
      crypto.randomUUID(),
    ])
      await expectRefused(
        talk.api.trpc.channel.create.mutate({ appId: talk.app.id, assistantId }),
        'notFound',
      );
    const channels = await talk.api.trpc.channel.list.query({ appId: talk.app.id });
    expect(channels).toHaveLength(1);
  });
});
