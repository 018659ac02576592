import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import type { LegacyMessage } from '@tandem/api/conversation/message/legacy';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { expect, it } from 'vitest';
import { need } from '../../running/people.ts';
import { type Conversation, useConversation, useTalkingServer } from '../message/conversation.ts';
import { makeDataset, readFiles } from './datasets.ts';

const server = useTalkingServer();
const talk = useConversation(server);
const QUOTE = 'keeps the roof dry';

/** Asks in a conversation, and returns what REST clients read of the answer. */
async function answered({ api }: Conversation, channelId: string): Promise<LegacyMessage> {
  await api.trpc.message.send.mutate({ channelId, text: `[[say It does [cite:1.1 "${QUOTE}"].]] The roof?` });
  const history = async () =>
    need(await api.get(`/api/channel/${channelId}/history`)).data as { list: LegacyMessage[] };
  await expect.poll(async () => (await history()).list.at(-1)?.status).toBe('done');
  const answer = (await history()).list.at(-1);
  if (!answer) throw new Error('no answer');
  return answer;
}

it('answers from one dataset in a channel, by an assistant, beside a document and over REST', async () => {
  const { api, app, owner, assistant } = talk;
  const datasetId = await makeDataset(api, app.id);
  const bytes = new Uint8Array(await pdfFile([[`The landlord ${QUOTE}.`]]));
  const [sourceId] = await readFiles(api, datasetId, { 'lease.pdf': bytes });
  const channel = await makeChannel(server.db, { appId: app.id, creatorId: owner.id, name: 'Tenants' });
  const document = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'document', name: 'Letter' });
  const places = [channel.id, document.id];

  for (const channelId of places) {
    await api.trpc.dataset.attach.mutate({ datasetId, to: { channelId } });
    const { ragContent } = await answered(talk, channelId);
    await api.trpc.dataset.detach.mutate({ datasetId, to: { channelId } });
    const citation = ragContent?.[0]?.citation;
    expect(citation).toMatchObject({ quote: QUOTE, datasetId, documentId: sourceId, place: { page: 1 } });
    const { list } = need(
      await api.get(`/api/dataset/${datasetId}/document/${citation?.documentId}/page/-/list`),
    ).data as { list: { text: string }[] };
    expect(list[0]?.text.slice(citation?.place?.from, citation?.place?.to)).toBe(QUOTE);
  }
  await api.trpc.dataset.attach.mutate({ datasetId, to: { assistantId: assistant.id } });
  for (const channelId of [...places, talk.channelId])
    expect((await answered(talk, channelId)).ragContent).toHaveLength(1);
  await api.trpc.dataset.detach.mutate({ datasetId, to: { assistantId: assistant.id } });
  expect((await answered(talk, talk.channelId)).ragContent).toEqual([]);
});
