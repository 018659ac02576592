import { describe, expect, it } from 'vitest';
import { bytesOf, pngOf, uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);

async function makeChannel(kind: 'document' | 'chat'): Promise<string> {
  const { id } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, kind, name: 'Plan' });
  return id;
}

describe('a file in a document', () => {
  it('is visible to anyone who sees the document, once attached', async () => {
    const channelId = await makeChannel('document');
    const { id: fileId, url } = await uploaded(team.api, pngOf(4, 4), 'in.png');
    const colleague = await team.person();
    const guest = await team.person('guest');
    expect((await bytesOf(colleague.api, url)).status).toBe(404);
    const part = await team.api.trpc.file.attach.mutate({ channelId, fileId });
    expect(part).toMatchObject({ type: 'file', mediaType: 'image/png', url });
    expect((await bytesOf(colleague.api, url)).status).toBe(200);
    expect((await bytesOf(guest.api, url)).status).toBe(404);
  });

  it('is attached once, by its uploader who may edit, and to documents only', async () => {
    const channelId = await makeChannel('document');
    const { id: fileId } = await uploaded(team.api, pngOf(4, 4), 'in.png');
    const colleague = await team.person();
    await expectRefused(colleague.api.trpc.file.attach.mutate({ channelId, fileId }), 'notFound');
    await expectRefused(
      team.api.trpc.file.attach.mutate({ channelId: await makeChannel('chat'), fileId }),
      'badRequest',
    );
    await team.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
    const users = [{ userId: colleague.user.id, permission: 'view' as const }];
    await team.api.trpc.grant.share.mutate({ channelId, users });
    const { id: hers } = await uploaded(colleague.api, pngOf(5, 5), 'hers.png');
    await expectRefused(colleague.api.trpc.file.attach.mutate({ channelId, fileId: hers }), 'forbidden');
    await team.api.trpc.file.attach.mutate({ channelId, fileId });
    await expectRefused(team.api.trpc.file.attach.mutate({ channelId, fileId }), 'notFound');
  });
});
