import { forgetPerson } from '@tandem/api/document/discussion/forget';
import { transaction } from '@tandem/db';
import { MAX_COMMENT_LENGTH, MAX_COMMENTS, MAX_DISCUSSIONS } from '@tandem/shared/discussion/schema';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam } from '../workspace/team.ts';
import { blockWith, useDocument } from './fixture.ts';

const server = useServer();
const fixture = useDocument(server);

const begin = (text = 'Is this right?', api: Api = fixture.api) =>
  api.trpc.discussion.create.mutate({ documentId: fixture.documentId, text });
const list = async (api: Api = fixture.api) =>
  (await api.trpc.discussion.list.query({ documentId: fixture.documentId })).list;
const reply = (discussionId: string, text: string, api: Api = fixture.api) =>
  api.trpc.comment.create.mutate({ discussionId, text });

describe('discussions by REST', () => {
  it('C36: are created with their first comment in one call, answered, resolved and deleted', async () => {
    const { api, documentId, owner } = fixture;
    const made = await api.post('/api/discussion/createWithComment', { documentId, content: 'Why?' });
    expect(made.status, made.text).toBe(200);
    const { id } = made.data as { id: string };
    const person = { id: owner.id, name: owner.name, avatar: owner.avatar };
    expect(made.data).toMatchObject({
      documentId,
      quote: '',
      blockId: null,
      creator: person,
      resolvedAt: null,
      comments: [{ text: 'Why?', author: person, editedAt: null, deletedAt: null, reactions: [] }],
      abilities: { reply: true, resolve: true, remove: true },
    });
    const answered = await api.post('/api/comment/create', { discussionId: id, content: 'Because.' });
    expect(answered.data).toMatchObject({ discussionId: id, text: 'Because.' });
    const commentId = (answered.data as { id: string }).id;
    const changed = await api.post('/api/comment/update', { id: commentId, content: 'Because of that.' });
    expect(changed.data).toMatchObject({
      id,
      comments: [{ text: 'Why?' }, { text: 'Because of that.', editedAt: expect.any(String) }],
    });
    const resolved = await api.post('/api/discussion/resolve', { id });
    expect(resolved.data).toMatchObject({ resolvedAt: expect.any(String), resolver: person });
    const reopened = await api.post('/api/discussion/resolve', { id, resolved: false });
    expect(reopened.data).toMatchObject({ resolvedAt: null, resolver: null });
    const listed = await api.get('/api/discussion/list', { documentId });
    expect(listed.data).toEqual([reopened.data]);

    expect((await api.delete(`/api/comment/delete?id=${commentId}`)).data).toMatchObject({
      comments: [{ text: 'Why?' }, { text: '', deletedAt: expect.any(String) }],
    });
    const gone = await api.call('DELETE', '/api/discussion/delete', { body: { id } });
    expect([gone.status, gone.data]).toEqual([200, null]);
    expect((await api.get('/api/discussion/list', { documentId })).data).toEqual([]);
  });

  it('refuse an invalid comment, and lose nothing', async () => {
    const { api, documentId } = fixture;
    const post = async (body: object) => (await api.post('/api/discussion/createWithComment', body)).status;
    for (const content of ['', ' \n ', 'x'.repeat(MAX_COMMENT_LENGTH + 1), 7, null])
      expect(await post({ documentId, content }), String(content).slice(0, 9)).toBe(400);
    expect(await post({ documentId })).toBe(400);
    expect(await post({ documentId, content: 'x', creatorId: 1 })).toBe(400);
    expect(await post({ documentId, content: 'x', anchor: { blockId: 'b', quote: '' } })).toBe(400);
    expect(await post({ documentId: fixture.app.id, content: 'x' })).toBe(404);
    expect(await list()).toEqual([]);
    const nul = await api.post('/api/discussion/createWithComment', { documentId, content: 'a\0b\uD83D' });
    expect(nul.data).toMatchObject({ comments: [{ text: 'ab\uFFFD' }] });
  });
});

describe('a discussion', () => {
  it('does not count as an edit of the document', async () => {
    const { api, documentId } = fixture;
    const info = () => api.trpc.document.get.query({ documentId });
    const writer = await fixture.edit();
    writer.write('one two');
    await writer.saved();
    const before = await info();
    const anchor = { blockId: blockWith(writer, 'one'), quote: 'two' };
    const { discussionId } = await api.trpc.discussion.create.mutate({ documentId, text: 'Why?', anchor });
    await reply(discussionId, 'Because');
    expect((await info()).seq).toBeGreaterThan(before.seq);
    expect((await info()).editedAt).toEqual(before.editedAt);
    await api.trpc.discussion.remove.mutate({ discussionId });
    expect((await info()).editedAt).toEqual(before.editedAt);
  });

  it('is created once however often its key is sent, even at once', async () => {
    const { api, documentId } = fixture;
    const input = { documentId, text: 'Once', clientKey: crypto.randomUUID() };
    const made = await Promise.all(Array.from({ length: 8 }, () => api.trpc.discussion.create.mutate(input)));
    expect(new Set(made.map((each) => `${each.discussionId} ${each.commentId}`)).size).toBe(1);
    expect(await list()).toHaveLength(1);
    const answer = { discussionId: made[0]?.discussionId as string, text: 'Twice?' };
    const key = crypto.randomUUID();
    const said = await Promise.all(
      Array.from({ length: 8 }, () => api.trpc.comment.create.mutate({ ...answer, clientKey: key })),
    );
    expect(new Set(said.map(({ commentId }) => commentId)).size).toBe(1);
    expect((await list())[0]?.comments).toHaveLength(2);
    const other = await begin('Another');
    await expectRefused(
      api.trpc.comment.create.mutate({ discussionId: other.discussionId, text: 'x', clientKey: key }),
      'conflict',
    );
  });

  it('does not exist for strangers, nor on a document one may not see', async () => {
    const made = await begin();
    const { discussionId, commentId } = made;
    const stranger = (await openTeam(server)).api;
    await fixture.api.trpc.app.setVisibility.mutate({ appId: fixture.app.id, visibility: 'private' });
    const colleague = (await fixture.person()).api;
    for (const api of [stranger, colleague]) {
      const { discussion, comment } = api.trpc;
      await expectRefused(list(api), 'notFound');
      await expectRefused(begin('x', api), 'notFound');
      await expectRefused(reply(discussionId, 'x', api), 'notFound');
      await expectRefused(discussion.resolve.mutate({ discussionId }), 'notFound');
      await expectRefused(discussion.remove.mutate({ discussionId }), 'notFound');
      await expectRefused(comment.update.mutate({ commentId, text: 'x' }), 'notFound');
      await expectRefused(comment.remove.mutate({ commentId }), 'notFound');
      await expectRefused(comment.react.mutate({ commentId, emoji: '👍', on: true }), 'notFound');
    }
    expect(await list()).toEqual(made.discussions);
  });

  it('is for anyone who may comment; viewers read it', async () => {
    const { discussionId, commentId } = await begin();
    const other = (await fixture.person()).api;
    await fixture.allow('comment');
    await reply(discussionId, 'By a commenter', other);
    await other.trpc.comment.react.mutate({ commentId, emoji: '🎉', on: true });
    await other.trpc.discussion.resolve.mutate({ discussionId });
    await fixture.allow('view');
    const [seen] = await list(other);
    expect(seen).toMatchObject({
      comments: [{ reactions: [{ emoji: '🎉', count: 1, mine: true }] }, { text: 'By a commenter' }],
      abilities: { reply: false, resolve: false, remove: false },
    });
    expect(seen?.comments[1]?.abilities).toEqual({ edit: false, remove: false, react: false });
    await expectRefused(reply(discussionId, 'x', other), 'forbidden');
    await expectRefused(begin('x', other), 'forbidden');
    await expectRefused(other.trpc.discussion.resolve.mutate({ discussionId }), 'forbidden');
    expect(await list(other)).toEqual([seen]);
  });

  it('is changed by its author only, and deleted by managers too', async () => {
    const other = (await fixture.person()).api;
    const { discussionId, commentId } = await begin('Mine', other);
    const { api } = fixture;
    await expectRefused(api.trpc.comment.update.mutate({ commentId, text: 'x' }), 'notAuthor');
    const third = (await fixture.person()).api;
    await expectRefused(third.trpc.comment.remove.mutate({ commentId }), 'forbidden');
    await expectRefused(third.trpc.discussion.remove.mutate({ discussionId }), 'forbidden');
    await reply(discussionId, 'Too', third);
    // Others' words would go with it.
    await expectRefused(other.trpc.discussion.remove.mutate({ discussionId }), 'forbidden');
    expect((await list(other))[0]?.abilities.remove).toBe(false);
    await api.trpc.comment.remove.mutate({ commentId });
    expect((await list())[0]?.comments.map(({ text }) => text)).toEqual(['', 'Too']);
    await expectRefused(other.trpc.comment.update.mutate({ commentId, text: 'x' }), 'notFound');
    await api.trpc.discussion.remove.mutate({ discussionId });
    expect(await list()).toEqual([]);
    await expectRefused(reply(discussionId, 'x'), 'notFound');
  });

  it('is deleted with its last comment', async () => {
    const { discussionId, commentId } = await begin();
    const second = await reply(discussionId, 'Second');
    await fixture.api.trpc.comment.remove.mutate({ commentId });
    const change = await fixture.api.trpc.comment.remove.mutate({ commentId: second.commentId });
    expect(change).toMatchObject({ discussions: [], removed: [discussionId] });
    expect(await list()).toEqual([]);
  });

  it('is refused where a document has the maximum, and nothing is written', async () => {
    const { documentId, owner } = fixture;
    const { discussionId } = await begin('The first');
    const rows = Array.from({ length: MAX_DISCUSSIONS - 1 }, () => ({
      documentId,
      creatorId: owner.id,
      revision: 1,
    }));
    await server.db.insertInto('discussion').values(rows).execute();
    const before = await list();
    await expectRefused(begin('One too many'), 'tooManyComments');
    expect(await list()).toEqual(before);
    await reply(discussionId, 'Room for this');
    const comments = Array.from({ length: MAX_COMMENTS - 2 }, () => ({
      discussionId,
      authorId: owner.id,
      text: 'x',
      mentions: '[]',
    }));
    await server.db.insertInto('comment').values(comments).execute();
    await expectRefused(reply(discussionId, 'One too many'), 'tooManyComments');
  });

  it('keeps comments of deleted people, without their names', async () => {
    const other = await fixture.person();
    const { commentId } = await begin('Said before leaving', other.api);
    await other.api.trpc.comment.react.mutate({ commentId, emoji: '👍', on: true });
    await transaction(server.db, (tx) => forgetPerson(tx, { userId: other.user.id }));
    await server.db
      .updateTable('user')
      .set({ deletedAt: new Date() })
      .where('id', '=', other.user.id)
      .execute();
    expect(await list()).toMatchObject([
      { creator: null, comments: [{ author: null, text: 'Said before leaving', reactions: [] }] },
    ]);
  });

  it('cannot be changed in the archive', async () => {
    const { discussionId, commentId } = await begin();
    const { trpc } = fixture.api;
    await trpc.channel.archive.mutate({ channelId: fixture.documentId });
    await expectRefused(begin('x'), 'archived');
    await expectRefused(reply(discussionId, 'x'), 'archived');
    await expectRefused(trpc.discussion.resolve.mutate({ discussionId }), 'archived');
    await expectRefused(trpc.discussion.remove.mutate({ discussionId }), 'archived');
    await expectRefused(trpc.comment.remove.mutate({ commentId }), 'archived');
    expect((await list())[0]).toMatchObject({
      comments: [{ abilities: { edit: false, remove: false, react: false } }],
      abilities: { reply: false, resolve: false, remove: false },
    });
  });

  it('takes a reaction once, and removes it', async () => {
    const { commentId } = await begin();
    const other = await fixture.person();
    const react = (api: Api, on: boolean) => api.trpc.comment.react.mutate({ commentId, emoji: '👍', on });
    await react(fixture.api, true);
    await react(fixture.api, true);
    await react(other.api, true);
    const names = [fixture.owner.name, other.user.name];
    expect((await list())[0]?.comments[0]?.reactions).toEqual([
      { emoji: '👍', count: 2, mine: true, people: names },
    ]);
    const { discussions } = await react(fixture.api, false);
    expect(discussions[0]?.comments[0]?.reactions).toMatchObject([{ count: 1, mine: false }]);
    await expectRefused(
      fixture.api.trpc.comment.react.mutate({ commentId, emoji: 'no', on: true }),
      'invalidInput',
    );
  });
});

describe('people mentioned in a comment', () => {
  const user = (userId: number) => ({ type: 'user' as const, userId });

  it('are notified once, with the text, and not once it is deleted', async () => {
    const other = await fixture.person();
    const { name } = other.user;
    const { discussionId, commentId } = await fixture.api.trpc.discussion.create.mutate({
      documentId: fixture.documentId,
      text: `Could @${name} look?`,
      mentions: [user(other.user.id)],
    });
    const notices = async () => (await other.api.trpc.notice.list.query({})).list;
    expect(await notices()).toMatchObject([
      {
        kind: 'comment',
        actor: { id: fixture.owner.id },
        channel: { id: fixture.documentId, name: 'Plan' },
        discussionId,
        excerpt: `Could @${name} look?`,
      },
    ]);
    await fixture.api.trpc.comment.update.mutate({
      commentId,
      text: `Could @${name} look again?`,
      mentions: [user(other.user.id)],
    });
    expect(await notices()).toHaveLength(1);
    await reply(discussionId, 'So that the discussion stays');
    await fixture.api.trpc.comment.remove.mutate({ commentId });
    expect(await notices()).toEqual([]);
  });

  it('exclude people without access, and people not named in the text', async () => {
    const member = await fixture.person();
    const guest = await fixture.person('guest');
    const { discussions } = await fixture.api.trpc.discussion.create.mutate({
      documentId: fixture.documentId,
      text: `@${guest.user.name}`,
      mentions: [user(guest.user.id), user(member.user.id), user(999_999)],
    });
    expect(discussions[0]?.comments[0]?.mentions).toEqual([]);
    for (const { api } of [guest, member]) expect((await api.trpc.notice.list.query({})).list).toEqual([]);
  });
});
