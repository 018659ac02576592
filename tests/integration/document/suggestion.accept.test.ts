import type { Permission } from '@tandem/shared/access/permissions';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, makeGuest, openTeam, useTeam } from '../workspace/team.ts';

const server = useServer();
const team = useTeam(server);
let documentId: string;

beforeEach(async () => {
  ({ id: documentId } = await team.api.trpc.channel.create.mutate({
    ...{ appId: team.app.id, kind: 'document', name: 'Plan' },
  }));
});

const write = (content: string) => team.api.trpc.document.putContent.mutate({ documentId, content });
const versions = async () => (await team.api.trpc.version.list.query({ documentId })).list;

/** A person with this level on the document's app, which is the team's no more. */
const holder = async (permission: Permission): Promise<Api> =>
  (await makeGuest(server, team, { targetId: team.app.id, permission })).api;

describe('accepting a suggestion', () => {
  const accept = (text: string, api = team.api) => api.trpc.suggestion.accept.mutate({ documentId, text });

  it('returns blocks of every type, and keeps a version of the document once', async () => {
    await write('What we had');
    const text =
      '```markdown\n## Head\n\n> [!WARNING]\n> Careful\n\n- [x] done with [@Olive](mention:user/7)\n```';
    const { blocks, versionId } = await accept(text);
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'callout', 'checkListItem']);
    expect(await versions()).toMatchObject([{ id: versionId, cause: 'ai', author: { id: team.owner.id } }]);
    // Unchanged since.
    expect((await accept('Other')).versionId).toBe(versionId);
    expect(await versions()).toHaveLength(1);
    await write('What we have');
    await accept('Third');
    expect((await versions()).map(({ cause }) => cause)).toEqual(['ai', 'ai']);
  });

  it('keeps no version of an empty document', async () => {
    expect(await accept('Words')).toMatchObject({ versionId: null, blocks: [{ type: 'paragraph' }] });
    expect(await versions()).toEqual([]);
  });

  it('makes executable content inert', async () => {
    const { blocks } = await accept(
      '[press](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>',
    );
    expect(JSON.stringify(blocks)).not.toMatch(/javascript:|"href"/u);
  });

  it('is for anyone who may edit the document', async () => {
    await write('Words');
    for (const level of ['view', 'comment'] as const)
      await expectRefused(accept('Words', await holder(level)), 'forbidden');
    await expectRefused(accept('Words', (await openTeam(server)).api), 'notFound');
    await expectRefused(accept(' '), 'invalidInput');
    expect(await versions()).toEqual([]);
  });
});
