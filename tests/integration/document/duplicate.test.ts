import { fileIdOf } from '@tandem/shared/file/schema';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { bytesOf, pngOf, uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, treeOf, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);

const make = (name: string, parentId: string | null = null, content = `Words of ${name}`) =>
  team.api.trpc.document.create.mutate({ appId: team.app.id, parentId, name, content });

/**
 * Inserts an image into a document.
 * @returns its address
 */
async function picture(channelId: string, side: number): Promise<string> {
  const { id: fileId, url } = await uploaded(team.api, pngOf(side, side), 'in.png');
  await team.api.trpc.file.attach.mutate({ channelId, fileId });
  return url;
}

describe('a copy of a document', () => {
  it('has its own files, for readers of the copy who cannot see the original', async () => {
    const { api } = team;
    const { id: documentId } = await make('Plan');
    const shown = await picture(documentId, 4);
    const cover = await picture(documentId, 8);
    const elsewhere = await picture((await make('Other')).id, 6);
    const content = `![a](${shown})\n\n[b](${shown}) and \`${shown}\`\n\n![c](${elsewhere})`;
    await api.trpc.document.putContent.mutate({ documentId, content });
    await api.trpc.document.setAttr.mutate({
      ...{ documentId, cover: fileIdOf(cover) as string, coverY: 10, isWide: true, icon: '🗺️' },
    });
    const copy = await api.trpc.document.duplicate.mutate({ documentId });
    expect(copy).toMatchObject({ coverY: 10, isWide: true, icon: '🗺️' });
    const { content: markdown } = await api.trpc.document.content.query({
      ...{ documentId: copy.id, format: 'markdown' },
    });
    const [own] = /\/api\/files\/[\w-]+\/content/u.exec(String(markdown)) ?? [];
    expect(own).toBeDefined();
    expect(own).not.toBe(shown);
    // Other addresses, and addresses in plain text, stay as they are.
    expect(markdown).toBe(`![a](${own})\n\n[b](${own}) and \`${shown}\`\n\n![c](${elsewhere})\n`);

    const guest = await team.person('guest');
    const users = [{ userId: guest.user.id, permission: 'view' as const }];
    await api.trpc.grant.share.mutate({ channelId: copy.id, users });
    expect((await bytesOf(guest.api, own as string)).status).toBe(200);
    expect((await bytesOf(guest.api, `/api/files/${copy.cover}/content`)).status).toBe(200);
    for (const original of [shown, cover]) expect((await bytesOf(guest.api, original)).status).toBe(404);
    // The copy stays whole when the original goes for good.
    await server.db.deleteFrom('channel').where('id', '=', documentId).execute();
    expect((await bytesOf(guest.api, own as string)).status).toBe(200);
  });

  it('includes its children in order, or is made alone', async () => {
    const { api, app } = team;
    const { id: documentId } = await make('Plan');
    const { id: first } = await make('First', documentId);
    await make('Zero', documentId);
    const { id: deep } = await make('Deep', first);
    await api.trpc.channel.create.mutate({ appId: app.id, parentId: documentId, kind: 'chat', name: 'Talk' });
    const shown = await picture(deep, 5);
    await api.trpc.document.putContent.mutate({ documentId: deep, content: `![](${shown})` });
    const clientKey = crypto.randomUUID();
    const copy = await api.trpc.document.duplicate.mutate({ documentId, clientKey });
    expect((await api.trpc.document.duplicate.mutate({ documentId, clientKey })).id).toBe(copy.id);
    expect(await treeOf(api, app.id)).toEqual([
      [copy.title, ['Zero', ['First', ['Deep']]]],
      ['Plan', ['Talk', 'Zero', ['First', ['Deep']]]],
    ]);
    const below = (await api.trpc.document.list.query({ appId: app.id })).find(
      ({ title, id }) => title === 'Deep' && id !== deep,
    );
    const { content } = await api.trpc.document.content.query({
      ...{ documentId: below?.id as string, format: 'markdown' },
    });
    const own = /\((.*)\)/u.exec(String(content))?.[1] as string;
    expect(own).not.toBe(shown);
    expect((await bytesOf(api, own)).status).toBe(200);

    const alone = await api.trpc.document.duplicate.mutate({ documentId, withBelow: false });
    expect((await treeOf(api, app.id))[0]).toBe(alone.title);
  });

  it('keeps private children private, and omits those its maker cannot see', async () => {
    const { api, app } = team;
    const maker = await team.person();
    const { id: documentId } = await make('Plan');
    const { id: secret } = await make('Secret', documentId);
    const { id: hidden } = await make('Hidden', documentId);
    for (const channelId of [secret, hidden])
      await api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
    const users = [{ userId: maker.user.id, permission: 'view' as const }];
    await api.trpc.grant.share.mutate({ channelId: secret, users });
    const copy = await maker.api.trpc.document.duplicate.mutate({ documentId });
    expect((await treeOf(maker.api, app.id))[0]).toEqual([copy.title, ['Secret']]);
    const other = await team.person();
    expect((await treeOf(other.api, app.id))[0]).toBe(copy.title);
    const stranger = await team.person('guest');
    await expectRefused(stranger.api.trpc.document.duplicate.mutate({ documentId }), 'notFound');
  });

  it('is refused when its children exceed memory', async () => {
    const { id: documentId } = await make('Plan');
    const { trpc } = team.api;
    // As of documents that were written full of small pieces.
    const text = sql`repeat('word ', 3500000)`;
    const blocks = sql<string>`
      jsonb_build_array(jsonb_build_object('id', 'a', 'type', 'paragraph', 'props', '{}'::jsonb, 'children', '[]'::jsonb,
        'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', ${text}, 'styles', '{}'::jsonb))))
    `;
    for (const name of ['One', 'Other']) {
      const { id } = await make(name, documentId);
      await trpc.document.content.query({ documentId: id, format: 'markdown' });
      await server.db.updateTable('document_content').set({ blocks }).where('documentId', '=', id).execute();
    }
    await expectRefused(trpc.document.duplicate.mutate({ documentId }), 'tooManyCopies');
    const alone = await trpc.document.duplicate.mutate({ documentId, withBelow: false });
    expect(alone.title).toContain('Plan');
  });
});
