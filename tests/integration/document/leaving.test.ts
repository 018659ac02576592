import { makeMember, makeTeam } from '@tandem/db/testing/factories/index';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';

const server = useServer();
const fixture = useDocument(server);

/** In everything that must not be told any more. */
const SECRET = 'quokka';

/** A person who took part: wrote, was mentioned in a discussion and in the chat, and pinned the document. */
async function takePart() {
  const { api, documentId, app } = fixture;
  const other = await fixture.person();
  await api.trpc.channel.update.mutate({ channelId: documentId, name: `Plan of the ${SECRET}` });
  const editor = await fixture.edit(other.api);
  editor.write(`${SECRET} in the document`);
  await editor.saved();
  await api.trpc.document.content.query({ documentId, format: 'markdown' });
  const mentions = [{ type: 'user' as const, userId: other.user.id }];
  const { discussionId, commentId } = await api.trpc.discussion.create.mutate({
    ...{ documentId, mentions, text: `@${other.user.name} a ${SECRET}!` },
  });
  await other.api.trpc.comment.create.mutate({ discussionId, text: `no ${SECRET}` });
  await api.trpc.comment.create.mutate({ discussionId, text: `still a ${SECRET}` });
  const version = await api.trpc.version.create.mutate({ documentId, name: `${SECRET} before` });
  await other.api.trpc.channel.pin.mutate({ channelId: documentId, pinned: true });
  return { ...other, app, documentId, discussionId, commentId, versionId: version.id };
}
type Participant = Awaited<ReturnType<typeof takePart>>;

/** Adds somebody to another team too, so that their session continues. */
async function joinElsewhere({ user }: Participant): Promise<void> {
  const { id: teamId } = await makeTeam(server.db);
  await makeMember(server.db, { teamId, userId: user.id });
}

/** Everything that a person is told where documents and discussions come up, by the name of the question. */
async function toldTo({ api, app, documentId, discussionId, commentId, versionId }: Participant) {
  const { trpc } = api;
  const said: Record<string, () => Promise<unknown>> = {
    notices: () => trpc.notice.list.query({}),
    found: () => trpc.search.find.query({ query: SECRET }),
    'found here': () => trpc.search.find.query({ query: SECRET, channelId: documentId }),
    recent: () => trpc.home.recent.query(),
    'recent documents': () => trpc.document.recent.query({}),
    tree: () => trpc.team.tree.query({}),
    shared: () => trpc.grant.shared.query({}),
    channels: () => trpc.channel.list.query({ appId: app.id }),
    documents: () => trpc.document.list.query({ appId: app.id }),
    bin: () => trpc.home.bin.query({ appId: app.id }),
    channel: () => trpc.channel.get.query({ channelId: documentId }),
    people: () => trpc.channel.people.query({ channelId: documentId }),
    document: () => trpc.document.get.query({ documentId }),
    content: () => trpc.document.content.query({ documentId, format: 'markdown' }),
    changes: () => trpc.document.changes.query({ documentId }),
    discussions: () => trpc.discussion.list.query({ documentId }),
    comment: () => trpc.comment.create.mutate({ discussionId, text: 'more' }),
    reaction: () => trpc.comment.react.mutate({ commentId, emoji: '👍', on: true }),
    versions: () => trpc.version.list.query({ documentId }),
    version: () => trpc.version.compare.query({ versionId }),
    export: () => api.get(`/api/note/${documentId}/export?format=md`),
  };
  const answers: [string, string][] = [];
  for (const [name, ask] of Object.entries(said)) {
    const answer = await ask().catch((err: Error) => `refused: ${err.message}`);
    answers.push([name, JSON.stringify(answer)]);
  }
  return answers;
}

const tellsOf = (answers: readonly [string, string][], words: string) =>
  answers.filter(([, answer]) => answer.includes(words)).map(([name]) => name);

describe('people who took part in a document and its discussions', () => {
  it.each<[string, (api: Api, who: Participant) => Promise<unknown>]>([
    ['was removed from the team', (api, { user }) => api.trpc.team.removeMember.mutate({ userId: user.id })],
    [
      'is suspended there',
      (api, { user }) => api.trpc.team.suspend.mutate({ userId: user.id, suspended: true }),
    ],
    [
      'lost sight of it',
      (api, { app }) => api.trpc.app.setVisibility.mutate({ appId: app.id, visibility: 'private' }),
    ],
    [
      'looks for it in the bin',
      (api, { documentId }) => api.trpc.channel.remove.mutate({ channelId: documentId }),
    ],
  ])('are no longer notified after they %s', async (how, leave) => {
    const who = await takePart();
    const before = tellsOf(await toldTo(who), SECRET);
    for (const name of [
      'notices',
      'found',
      'recent',
      'recent documents',
      'tree',
      'discussions',
      'content',
      'versions',
    ])
      expect(before, name).toContain(name);
    await joinElsewhere(who);
    await leave(fixture.api, who);
    const after = await toldTo(who);
    const names = tellsOf(after, SECRET);
    // They may still open the bin of an app that they can see.
    expect(names).toEqual(how === 'looks for it in the bin' && names.includes('bin') ? ['bin'] : []);
    expect(after.find(([name]) => name === 'notices')?.[1]).toContain('"unread":0');
  });

  it('can no longer be mentioned', async () => {
    const who = await takePart();
    const { api, documentId } = fixture;
    const named = async () => JSON.stringify(await api.trpc.channel.people.query({ channelId: documentId }));
    expect(await named()).toContain(who.user.name);
    await joinElsewhere(who);
    await api.trpc.team.removeMember.mutate({ userId: who.user.id });
    expect(await named()).not.toContain(who.user.name);
    // Named all the same, they are not told.
    await api.trpc.comment.create.mutate({
      ...{ discussionId: who.discussionId, text: `@${who.user.name} ${SECRET}` },
      mentions: [{ type: 'user', userId: who.user.id }],
    });
    expect(JSON.stringify(await who.api.trpc.notice.list.query({}))).not.toContain(SECRET);
  });
});
