import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import { fileIdOf } from '@tandem/shared/file/schema';
import { drawingOf, filesOf, textOf } from '@tandem/shared/message/parts';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, pngOf, uploaded } from '../file/files.ts';
import { stored, useConversation, useTalkingServer } from '../message/conversation.ts';

const server = useTalkingServer();
const talk = useConversation(server);
let modelId: string;

beforeEach(async () => {
  modelId = await imageModel('gpt-image-1');
});

/** A model that draws, at the fake provider. */
async function imageModel(
  name: string,
  { kind = 'openai', vision = true }: { kind?: 'openai' | 'google' | 'anthropic'; vision?: boolean } = {},
): Promise<string> {
  const apiHost = server.provider.urls[kind];
  const provider = await makeProvider(server.db, { kind, apiHost, teamId: talk.team.id });
  const abilities = JSON.stringify({ tools: false, vision, reasoning: false });
  const model = await makeModel(server.db, {
    providerId: provider.id,
    modelId: name,
    kind: 'image',
    abilities,
  });
  return model.id;
}

type Sent = Partial<Parameters<typeof talk.api.trpc.message.send.mutate>[0]>;

async function draw(text: string, more: Sent = {}) {
  const before = talk.live.list.length;
  await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text, modelId, ...more });
  await talk.live.until(({ list }) => list.length === before + 2);
  await talk.live.untilSettled();
  const [question, answer] = talk.live.list.slice(-2);
  if (!question || !answer) throw new Error('no answer');
  expect(talk.live.breaches).toEqual([]);
  return { question, answer };
}

const asked = () =>
  server.provider.requests.filter(({ path }) => /images|predict|generateContent/.test(path));

describe('a drawn answer', () => {
  it('is a file of the channel, with its prompt as alternative text', async () => {
    const { question, answer } = await draw('A red fox [[size 300 200]]');
    expect(answer).toMatchObject({ status: 'done', error: null });
    const [picture] = filesOf(answer.parts);
    expect(picture).toMatchObject({ mediaType: 'image/png', width: 300, height: 200 });
    expect(picture?.alt).toContain('A red fox');
    expect(drawingOf(question.parts)).toEqual({ aspect: 'square', count: 1, modelId });
    const row = await server.db
      .selectFrom('file')
      .selectAll()
      .where('id', '=', fileIdOf(picture?.url ?? '') ?? '')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ channelId: talk.channelId, uploaderId: talk.owner.id, appId: null });
    expect(answer.parts).toEqual((await stored(server, answer.id)).parts);
  });

  it('has the requested number and shape of pictures, each separate, with the revised prompt', async () => {
    const before = asked().length;
    const { answer } = await draw('Boats [[revised Three boats at sea]]', {
      drawing: { aspect: 'landscape', count: 3 },
    });
    expect(filesOf(answer.parts)).toHaveLength(3);
    expect(filesOf(answer.parts)[0]?.revisedPrompt).toBe('Three boats at sea');
    const requests = asked().slice(before);
    expect(requests).toHaveLength(3);
    expect(requests[0]?.body).toMatchObject({ model: 'gpt-image-1', n: 1, size: '1536x1024' });
  });

  it('starts from attached pictures, where the model accepts them', async () => {
    const upload = (await uploaded(talk.api, pngOf(40, 40), 'in.png')).id;
    const { answer } = await draw('Make it blue', { fileIds: [upload] });
    expect(answer.status).toBe('done');
    expect(asked().at(-1)).toMatchObject({ path: '/v1/images/edits', body: { files: 1 } });
    modelId = await imageModel('dall-e-3', { vision: false });
    const other = (await uploaded(talk.api, pngOf(41, 40), 'in.png')).id;
    const refused = await draw('Make it green', { fileIds: [other] });
    expect(refused.answer).toMatchObject({ status: 'failed', error: { key: 'provider.wordsOnly' } });
  });

  it('is drawn again by the same model on regenerating, and on editing', async () => {
    const { question, answer } = await draw('A lake', { drawing: { aspect: 'portrait', count: 2 } });
    const { channelId } = talk;
    await talk.api.trpc.message.regenerate.mutate({ channelId, messageId: answer.id });
    await talk.live.untilSettled();
    await talk.live.until(({ list }) => list.at(-1)?.id !== answer.id);
    await talk.live.untilSettled();
    expect(filesOf(talk.live.list.at(-1)?.parts ?? [])).toHaveLength(2);
    await talk.api.trpc.message.edit.mutate({ channelId, messageId: question.id, text: 'A pond' });
    await talk.live.until(({ list }) => list.some(({ parts }) => textOf(parts) === 'A pond'));
    await talk.live.untilSettled();
    expect(filesOf(talk.live.list.at(-1)?.parts ?? [])).toHaveLength(2);
    expect(asked().at(-1)?.body).toMatchObject({ prompt: 'A pond', size: '1024x1536' });
  });

  it('is queued with its options', async () => {
    const { channelId, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[slow 300]] Wait', modelId });
    const drawing = { aspect: 'portrait' as const, count: 2 };
    await api.trpc.message.send.mutate({ channelId, text: 'Then this', modelId, drawing });
    await talk.live.until(({ list }) => list.length === 4);
    await talk.live.untilSettled();
    expect(filesOf(talk.live.list.at(-1)?.parts ?? [])).toHaveLength(2);
  });

  it('names its channel from its prompt, without asking a chat model', async () => {
    await server.db.updateTable('channel').set({ name: '' }).where('id', '=', talk.channelId).execute();
    const before = server.provider.requests.length;
    await draw('A lighthouse in the fog');
    await expect
      .poll(async () => (await talk.api.trpc.channel.get.query({ channelId: talk.channelId })).name)
      .toMatch(/lighthouse/i);
    expect(server.provider.requests).toHaveLength(before + 1);
  });

  it.each([
    ['gemini-2.5-flash-image', 'google'],
    ['imagen-4.0-generate-001', 'google'],
  ] as const)('comes from %s too', async (name, kind) => {
    modelId = await imageModel(name, { kind });
    const { answer } = await draw('A hill', { drawing: { aspect: 'landscape', count: 2 } });
    expect(answer.status).toBe('done');
    expect(filesOf(answer.parts)).toHaveLength(2);
    expect(JSON.stringify(asked().at(-1)?.body)).toContain('4:3');
    const unsafe = await draw('[[unsafe]] Something');
    expect(unsafe.answer.error?.key).toBe('provider.filtered');
  });

  it('comes from the built-in model, which says so', async () => {
    const models = await talk.api.trpc.model.list.query();
    modelId = models.find(({ modelId: name }) => name === 'tandem-draw')?.id ?? '';
    const { answer } = await draw('A sailing boat at sunset', { drawing: { aspect: 'landscape', count: 1 } });
    expect(filesOf(answer.parts)[0]).toMatchObject({ width: 1536, height: 1024, mediaType: 'image/png' });
    expect(textOf(answer.parts)).toContain('small program');
    modelId = models.find(({ modelId: name }) => name === 'tandem-guide')?.id ?? '';
    const spoken = await draw('Please draw a house in the snow');
    expect(spoken.answer.status).toBe('done');
    expect(filesOf(spoken.answer.parts)).toHaveLength(1);
    expect(textOf(spoken.answer.parts)).toContain('no image model');
  });
});

describe('reusing a drawn picture', () => {
  it('creates an upload of a reader, and of nobody else', async () => {
    const { answer } = await draw('A tower');
    const fileId = fileIdOf(filesOf(answer.parts)[0]?.url ?? '') ?? '';
    const copy = await talk.api.trpc.file.copy.mutate({ fileId });
    expect(copy).toMatchObject({ mediaType: 'image/png', width: 64, height: 64 });
    expect(copy.id).not.toBe(fileId);
    const sent = await draw('The same at night', { fileIds: [copy.id] });
    expect(asked().at(-1)).toMatchObject({ path: '/v1/images/edits', body: { files: 1 } });
    expect(filesOf(sent.question.parts)[0]?.url).toBe(copy.url);
    const guest = await talk.person('guest');
    await expect(guest.api.trpc.file.copy.mutate({ fileId })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
    expect((await bytesOf(guest.api, copy.url)).status).toBe(404);
    // A copy that is not sent yet is its owner's alone.
    const waiting = await talk.api.trpc.file.copy.mutate({ fileId });
    const colleague = await talk.person();
    expect((await bytesOf(colleague.api, waiting.url)).status).toBe(404);
    await expect(
      colleague.api.trpc.message.send.mutate({
        channelId: talk.channelId,
        text: 'Mine?',
        fileIds: [waiting.id],
      }),
    ).rejects.toMatchObject({ data: { httpStatus: 404 } });
  });

  it('gives older clients a Markdown link, and chat models words', async () => {
    const { answer } = await draw('A tower');
    const { list } = await talk.api.trpc.message.history.query({ channelId: talk.channelId });
    expect(list.at(-1)?.id).toBe(answer.id);
    const legacy = await talk.api.call('GET', `/api/channel/${talk.channelId}/history`);
    expect(JSON.stringify(legacy.body)).toContain('![A tower](/api/files/');
    await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text: 'What is it?' });
    await talk.live.until(({ list: all }) => all.length === 4);
    await talk.live.untilSettled();
    expect(talk.live.list.at(-1)?.status).toBe('done');
    const request = server.provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'));
    expect(JSON.stringify(request?.body.messages)).toContain('asked to show: A tower');
  });
});

describe('drawing failures', () => {
  it.each([
    ['401', 'provider.unauthorised', false],
    ['429', 'provider.rateLimited', true],
    ['500', 'provider.serverError', true],
    ['html 200', 'provider.notJson', false],
    ['redirect http://169.254.169.254/', 'provider.redirected', false],
    ['nothing', 'provider.emptyAnswer', true],
    ['htmlpng', 'provider.badPicture', true],
    ['junk', 'provider.badPicture', true],
    ['oversize', 'provider.pictureTooLarge', false],
    ['bomb', 'provider.pictureTooLarge', false],
    ['link http://169.254.169.254/latest', 'provider.pictureUnreached', true],
    ['link http://127.0.0.1:1/secret.png', 'provider.pictureUnreached', true],
    ['link file:///etc/passwd', 'provider.pictureUnreached', true],
  ])('[[%s]] is reported as %s', async (directive, key, retryable) => {
    const { answer } = await draw(`[[${directive}]] A tree`);
    expect(answer).toMatchObject({ status: 'failed', error: { key, retryable } });
    expect(filesOf(answer.parts)).toEqual([]);
  });

  it('a picture given by address is fetched from the provider’s origin only, and only if it is one', async () => {
    const origin = new URL(server.provider.url).origin;
    const { answer } = await draw(`[[link ${origin}/pictures/1.png]] A tree`);
    expect(answer.status).toBe('done');
    const fake = await draw(`[[link ${origin}/pictures/1.html]] A bush`);
    expect(fake.answer.error?.key).toBe('provider.badPicture');
  });

  it('an empty prompt draws nothing', async () => {
    const upload = (await uploaded(talk.api, pngOf(50, 50), 'in.png')).id;
    const { answer } = await draw('', { fileIds: [upload] });
    expect(answer.error?.key).toBe('provider.noWords');
  });

  it('a stop applies immediately, and closes the provider’s socket', async () => {
    const { channelId, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[hang]] For ever', modelId });
    await talk.live.until(({ list }) => drawingOf(list.at(-1)?.parts ?? []) !== null && list.length === 2);
    await expect.poll(() => asked().at(-1)?.body.prompt).toContain('For ever');
    await api.trpc.message.stop.mutate({ channelId });
    await talk.live.untilSettled();
    expect(talk.live.list.at(-1)?.status).toBe('stopped');
    await expect.poll(() => asked().at(-1)?.outcome).toBe('aborted');
  });

  it('a chat model, another team’s, or a disabled model draws nothing', async () => {
    const { channelId, api } = talk;
    const provider = await makeProvider(server.db, { apiHost: server.provider.url, teamId: talk.team.id });
    const embedding = await makeModel(server.db, { providerId: provider.id, kind: 'embedding' });
    await expect(
      api.trpc.message.send.mutate({ channelId, text: 'Hi', modelId: embedding.id }),
    ).rejects.toMatchObject({ data: { httpStatus: 404 } });
    await server.db.updateTable('model').set({ enabled: false }).where('id', '=', modelId).execute();
    await expect(api.trpc.message.send.mutate({ channelId, text: 'Hi', modelId })).rejects.toThrow();
    await expect(
      api.trpc.message.send.mutate({
        channelId,
        text: 'Hi',
        drawing: { aspect: 'square', count: 5 },
      }),
    ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });
});
