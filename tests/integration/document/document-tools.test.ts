import { makeApp, makeChannel } from '@tandem/db/testing/factories/index';
import type { ToolPart } from '@tandem/shared/message/parts';
import { afterEach, describe, expect, it } from 'vitest';
import { openEditor } from '../../running/editor.ts';
import { type Conversation, openConversation, useTalkingServer } from '../message/conversation.ts';

const server = useTalkingServer();
const talks: Conversation[] = [];

afterEach(async () => {
  for (const talk of talks.splice(0)) await talk.close();
});

const tools = ['find_documents', 'read_document', 'create_document', 'append_to_document'];

async function open(): Promise<Conversation> {
  const talk = await openConversation(server, { name: 'Named', tools });
  talks.push(talk);
  return talk;
}

async function makeDocument({ api }: Conversation, appId: string, name: string): Promise<string> {
  return (await api.trpc.channel.create.mutate({ appId, kind: 'document', name })).id;
}

/** Makes the model call a tool, and waits for the call to reach this state. */
async function call(
  talk: Conversation,
  tool: string,
  input: object,
  state: ToolPart['state'] = 'output-available',
): Promise<ToolPart> {
  const before = talk.live.list.length;
  const text = `[[delay 0]] [[tool ${tool} ${JSON.stringify(input)}]] Please`;
  await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text });
  const found = () =>
    talk.live.list
      .slice(before)
      .flatMap(({ parts }) => parts)
      .findLast((part) => part.type === 'dynamic-tool' && part.state === state);
  await talk.live.until(() => found() !== undefined, state);
  return found() as ToolPart;
}

const contentOf = async (documentId: string): Promise<string> => {
  const { readContent } = await import('@tandem/api/document/model/content');
  return (await readContent(server.db, documentId)).text;
};

describe('document tools of an assistant', () => {
  it('write a document that is longer than what a message keeps of a call', async () => {
    const talk = await open();
    const markdown = 'A line of it.\n\n'.repeat(2_500);
    const made = await call(talk, 'create_document', { title: 'Long', markdown });
    const { id } = made.output as { id: string };
    expect((await contentOf(id)).match(/A line of it/g)).toHaveLength(2_500);
  });

  it('find, read and append to documents of the app, live for open editors', async () => {
    const talk = await open();
    const documentId = await makeDocument(talk, talk.app.id, 'Roadmap');
    const editor = await openEditor(server.url, documentId, talk.api.token as string);
    editor.write('Ship in May');
    await editor.saved();
    expect((await call(talk, 'find_documents', { name: 'road' })).output).toEqual({
      documents: [{ id: documentId, name: 'Roadmap' }],
    });
    const read = await call(talk, 'read_document', { document: `/s/${talk.app.id}/c/${documentId}` });
    expect(read.output).toMatchObject({ name: 'Roadmap', markdown: expect.stringContaining('Ship in May') });
    await call(talk, 'append_to_document', { document: documentId, markdown: '## Risks\n\n- Rain' });
    await expect.poll(() => editor.text()).toContain('Rain');
    expect(editor.text()).toContain('Ship in May');
    editor.close();
    const versions = await server.db
      .selectFrom('version')
      .select('cause')
      .where('documentId', '=', documentId)
      .execute();
    expect(versions).toEqual([{ cause: 'ai' }]);
  });

  it('create documents below the channel, for its audience', async () => {
    const talk = await open();
    const made = await call(talk, 'create_document', { title: 'Minutes', markdown: '# Agreed\n\nTo go on.' });
    const { id } = made.output as { id: string };
    const channel = await talk.api.trpc.channel.get.query({ channelId: id });
    expect(channel).toMatchObject({ kind: 'document', name: 'Minutes', parentId: talk.channelId });
    expect(await contentOf(id)).toContain('To go on.');
  });

  it('need consent to read what others in the channel may not see', async () => {
    const talk = await open();
    await talk.person('member');
    const other = await makeApp(server.db, {
      teamId: talk.team.id,
      spaceId: talk.app.spaceId,
      creatorId: talk.owner.id,
      visibility: 'private',
    });
    const documentId = await makeDocument(talk, other.id, 'Salaries');
    const asked = await call(talk, 'read_document', { document: documentId }, 'approval-requested');
    expect(asked.input).toEqual({ document: documentId });
    await talk.api.trpc.message.decideTool.mutate({
      channelId: talk.channelId,
      messageId: talk.live.list.at(-1)?.id as string,
      toolCallId: asked.toolCallId,
      approve: false,
    });
    await talk.live.untilSettled();
    expect(JSON.stringify(talk.live.list.at(-1)?.parts)).not.toContain('"name":"Salaries"');
  });

  it('need consent to write outside the app, where others read, but not to read there', async () => {
    const talk = await open();
    const { id: appId } = await makeApp(server.db, {
      teamId: talk.team.id,
      spaceId: talk.app.spaceId,
      creatorId: talk.owner.id,
    });
    const documentId = await makeDocument(talk, appId, 'News');
    expect((await call(talk, 'read_document', { document: documentId })).output).toMatchObject({
      name: 'News',
    });
    const input = { document: documentId, markdown: 'More' };
    expect((await call(talk, 'append_to_document', input, 'approval-requested')).input).toEqual(input);
    expect(await contentOf(documentId)).toBe('');
  });

  it('neither read nor change what the asker may not edit', async () => {
    const talk = await open();
    const { api } = await talk.person('member');
    await talk.api.trpc.app.setPermission.mutate({ appId: talk.app.id, permission: 'edit' });
    const hidden = await makeChannel(server.db, { appId: talk.app.id, creatorId: talk.owner.id });
    const documentId = await makeDocument(talk, talk.app.id, 'Private plan');
    await talk.api.trpc.channel.setVisibility.mutate({ channelId: documentId, visibility: 'private' });
    const before = talk.live.list.length;
    let asked = 0;
    for (const [tool, input] of [
      ['read_document', { document: documentId }],
      ['append_to_document', { document: documentId, markdown: 'x' }],
      ['append_to_document', { document: hidden.id, markdown: 'x' }],
      ['read_document', { document: crypto.randomUUID() }],
      ['read_document', { document: 'the plan' }],
    ] as const) {
      await api.trpc.message.send.mutate({
        channelId: talk.channelId,
        text: `[[tool ${tool} ${JSON.stringify(input)}]] Please`,
      });
      asked += 1;
      await talk.live.until(({ list }) => list.length === before + 2 * asked);
      await talk.live.untilSettled();
    }
    const calls = talk.live.list
      .slice(before)
      .flatMap(({ parts }) => parts)
      .filter(({ type }) => type === 'dynamic-tool');
    expect(calls).toHaveLength(5);
    for (const part of calls) expect(part).toMatchObject({ state: 'output-error' });
    expect(JSON.stringify(calls)).not.toContain('Private plan');
    expect(await contentOf(documentId)).toBe('');
  });
});
