import { readContent } from '@tandem/api/document/model/content';
import { makeApp, makeChannel } from '@tandem/db/testing/factories/index';
import { type AccessLevel, permissions } from '@tandem/shared/access/permissions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { openRoom, type Room } from './asking.ts';

const server = useTalkingServer();
let room: Room;
beforeEach(async () => {
  room = await openRoom(server);
});
afterEach(() => room.close());

const levels: AccessLevel[] = ['none', ...permissions];
const wordsOf = async (documentId: string) => (await readContent(server.db, documentId)).text;
const inputFor = (tool: string, document: string) =>
  tool === 'append_to_document' ? { document, markdown: 'Added words' } : { document };
const tools = ['read_document', 'append_to_document'] as const;

describe.each(tools)('%s', (tool) => {
  it('needs no consent for documents everyone in the channel may see', async () => {
    const document = await room.open('Handbook');
    expect(await room.ask(tool, inputFor(tool, document), 'output-available')).toMatchObject({
      output: { name: 'Handbook' },
    });
  });

  it.each(levels)('for an asker with the level %s on a private document', async (level) => {
    const document = await room.closed('Salaries', { asker: level });
    const suffices = level === 'edit' || level === 'manage';
    const call = await room.ask(
      tool,
      inputFor(tool, document),
      'approval-requested',
      'output-error',
      'output-available',
    );
    expect(call.state).toBe(suffices ? 'approval-requested' : 'output-error');
    const said = JSON.stringify(room.live.list.at(-1)?.parts);
    expect(said).not.toContain('Salaries');
    expect(await wordsOf(document)).not.toContain('Added words');
  });

  it.each(levels)('is not approved by another who holds %s there, but by the asker', async (level) => {
    const document = await room.closed('Salaries', { asker: 'edit', decider: level });
    const call = await room.ask(tool, inputFor(tool, document), 'approval-requested');
    const refusal = level === 'view' || level === 'comment' ? 'forbidden' : 'toolAskerOnly';
    await expectRefused(room.decide(room.decider.api, call, true), refusal);
    expect((await room.call('approval-requested')).toolCallId).toBe(call.toolCallId);
    await room.decide(room.asker.api, call, true);
    expect(await room.call('output-available')).toMatchObject({
      output: { name: 'Salaries' },
      consent: { decision: 'approved', deciderId: room.asker.user.id },
    });
  });

  it('runs with another document only if both may use it', async () => {
    const mine = await room.closed('Of the asker', { asker: 'edit' });
    const theirs = await room.closed('Of the decider', { decider: 'manage' });
    const both = await room.closed('Of both', { asker: 'edit', decider: 'edit' });
    const watched = await room.closed('To be read', { asker: 'edit', decider: 'view' });
    const open = await room.open('Handbook');
    const hidden = await room.closed('Of the owner', {});
    const call = await room.ask(tool, inputFor(tool, mine), 'approval-requested');
    const { api } = room.decider;
    const refused = async (document: string, key: string) => {
      await expectRefused(room.decide(api, call, true, inputFor(tool, document)), key);
      expect((await room.call('approval-requested')).toolCallId).toBe(call.toolCallId);
    };
    await refused(theirs, 'toolAsker');
    await refused(both, 'toolAskerOnly');
    await refused(watched, 'forbidden');
    // For them, hidden things do not exist.
    await refused(hidden, 'toolTarget');
    await refused(crypto.randomUUID(), 'toolTarget');
    await refused('no document at all', 'toolTarget');
    await room.decide(api, call, true, inputFor(tool, open));
    expect(await room.call('output-available')).toMatchObject({ output: { name: 'Handbook' } });
    for (const document of [mine, theirs, both, watched, hidden])
      expect(await wordsOf(document)).not.toContain('Added words');
  });

  it('lets the asker change it to another of theirs, and to nobody else’s', async () => {
    const first = await room.closed('First', { asker: 'edit' });
    const second = await room.closed('Second', { asker: 'edit' });
    const theirs = await room.closed('Of the decider', { decider: 'manage' });
    const call = await room.ask(tool, inputFor(tool, first), 'approval-requested');
    await expectRefused(room.decide(room.asker.api, call, true, inputFor(tool, theirs)), 'toolTarget');
    await room.decide(room.asker.api, call, true, inputFor(tool, second));
    expect(await room.call('output-available')).toMatchObject({ output: { name: 'Second' } });
    expect(await wordsOf(first)).not.toContain('Added words');
  });

  it('shows each reader of the card only what they may know', async () => {
    const document = await room.closed('Salaries', { asker: 'edit' });
    const call = await room.ask(tool, inputFor(tool, document), 'approval-requested');
    const action = tool === 'read_document' ? 'read' : 'write';
    const asker = { id: room.asker.user.id, name: room.asker.user.name };
    expect(await room.facts(room.asker.api, call)).toEqual({
      asker,
      isAsker: true,
      room: expect.any(String),
      documents: [
        { action, document: { id: document, appId: room.app.id, appType: 'chat', name: 'Salaries' } },
      ],
      seenByAll: false,
      mayApprove: true,
    });
    expect(await room.facts(room.decider.api, call)).toEqual({
      asker,
      isAsker: false,
      room: expect.any(String),
      documents: [{ action, document: null }],
      seenByAll: false,
      mayApprove: false,
    });
    const stranger = await openRoom(server);
    await expectRefused(room.facts(stranger.api, call), 'notFound');
    await stranger.close();
    // Anybody who may edit the channel refuses.
    await room.decide(room.decider.api, call, false);
    expect(await room.facts(room.asker.api, call)).toBeNull();
  });
});

describe('writing outside the channel’s app', () => {
  it.each(permissions)('is approved by another only with the right to: %s', async (level) => {
    const { api, team, owner, app } = room;
    const other = await makeApp(server.db, { teamId: team.id, spaceId: app.spaceId, creatorId: owner.id });
    await api.trpc.app.setPermission.mutate({ appId: other.id, permission: 'view' });
    const document = await room.open('News', other.id);
    for (const [person, permission] of [
      [room.asker, 'edit'],
      [room.decider, level],
    ] as const)
      await api.trpc.grant.set.mutate({ channelId: document, userId: person.user.id, permission });
    const call = await room.ask('append_to_document', { document, markdown: 'More' }, 'approval-requested');
    const facts = await room.facts(room.decider.api, call);
    const suffices = level === 'edit' || level === 'manage';
    expect(facts).toMatchObject({ seenByAll: true, mayApprove: suffices });
    if (!suffices) await expectRefused(room.decide(room.decider.api, call, true), 'forbidden');
    await room.decide(suffices ? room.decider.api : room.asker.api, call, true);
    expect(await room.call('output-available')).toMatchObject({ output: { added: true } });
  });
});

describe('find_documents', () => {
  it('omits documents that others in the channel cannot see, without revealing whether it did', async () => {
    await room.closed('Plan of the asker', { asker: 'edit' });
    const open = await room.open('Plan of all');
    const { output } = await room.ask('find_documents', { name: 'plan' }, 'output-available');
    expect(output).toEqual({ documents: [{ id: open, name: 'Plan of all' }], note: expect.any(String) });
    const none = await room.ask('find_documents', { name: 'nothing like it' }, 'output-available');
    expect(none.output).toMatchObject({ documents: [], note: (output as { note: string }).note });
  });
});

describe('a channel that only the asker may see', () => {
  it('needs no consent, and finds all their documents', async () => {
    const { asker, app } = room;
    const own = await makeChannel(server.db, { appId: app.id, creatorId: asker.user.id, name: 'Alone' });
    await asker.api.trpc.channel.setVisibility.mutate({ channelId: own.id, visibility: 'private' });
    const document = await room.closed('Diary', { asker: 'edit' });
    const answerTo = async (text: string) => {
      const { messageId } = await asker.api.trpc.message.send.mutate({ channelId: own.id, text });
      const answer = async () => {
        const { list } = await asker.api.trpc.message.list.query({ channelId: own.id });
        return list.find(({ parentId }) => parentId === messageId);
      };
      await expect.poll(async () => (await answer())?.status).toBe('done');
      return JSON.stringify((await answer())?.parts);
    };
    const found = await answerTo('[[tool find_documents {"name":"diary"}]] Where is it?');
    expect(found).toContain('"name":"Diary"');
    expect(found).not.toContain('"note"');
    const read = await answerTo(`[[tool read_document {"document":"${document}"}]] Read it`);
    expect(read).toContain('The words of Diary');
  });
});
