import type { Api } from '../../running/api.ts';
import { formOf, send } from '../file/files.ts';
import { forEach } from '../harness/filled.ts';
import type { TestServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

/** An agent's channel of a team of its own, with its owner signed in. */
export async function openAgent(server: TestServer) {
  const team = await openTeam(server);
  const { id: channelId } = await team.api.trpc.channel.create.mutate({ appId: team.app.id, kind: 'agent' });
  const at = `/api/channelAgent/${channelId}`;
  return {
    ...team,
    channelId,
    /** The path of REST below which everything of it is. */
    at,
    /** Writes a text in place of what is there. */
    async write(path: string, content: string, api: Api = team.api): Promise<string> {
      const { manifestId, list } = await api.trpc.agentFile.list.query({ channelId });
      const basedOn = list.length > 0 || manifestId !== null ? manifestId : null;
      const answer = await api.trpc.agentFile.write.mutate({ channelId, path, content, basedOn });
      if (answer.outcome !== 'written') throw new Error(`${path} was not written`);
      return answer.state.id;
    },
    /** The text of a file; null for bytes. */
    async read(path: string, manifestId?: string): Promise<string | null> {
      return (await team.api.trpc.agentFile.content.query({ channelId, path, manifestId })).content;
    },
    /** The paths of all files, and what changed. */
    async paths(path = ''): Promise<string[]> {
      const { list } = await team.api.trpc.agentFile.list.query({ channelId, path });
      return list.map((each) => each.path);
    },
    /** Uploads one file. */
    upload: (content: string | Uint8Array, name: string, api: Api = team.api, folder?: string) => {
      const form = new FormData();
      if (folder !== undefined) form.set('currentPath', folder);
      form.set('file', formOf(content, name).get('file') as Blob, name);
      return send(api, form, `${at}/files/upload`);
    },
  };
}
export type Agent = Awaited<ReturnType<typeof openAgent>>;

/** A fresh agent's channel for each test. */
export const useAgent = (server: TestServer): Agent => forEach(() => openAgent(server));
