import { excelFile, wordFile, wordParagraph } from '@tandem/api/content/file/extraction/testing/archive';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { sweepFiles } from '@tandem/api/content/file/file.jobs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Conversation, openConversation, useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { uploaded } from './files.ts';

const server = useTalkingServer();
let talk: Conversation;

beforeEach(async () => {
  talk = await openConversation(server, { name: 'Named', contextWindow: 32_000 });
  return () => talk.close();
});

/** Returns the text that the model gets for a message with these files. */
async function readBy(files: { bytes: Uint8Array | string; name: string }[]): Promise<string> {
  const fileIds: string[] = [];
  for (const { bytes, name } of files) fileIds.push((await uploaded(talk.api, bytes, name)).id);
  const { channelId } = talk;
  const before = talk.live.list.length;
  await talk.api.trpc.message.send.mutate({ channelId, text: '[[say ok]] What does it say?', fileIds });
  await talk.live.until(({ list }) => list.length === before + 2);
  await talk.live.untilSettled();
  const request = server.provider.requests.filter(({ body }) => body.stream === true).at(-1);
  return JSON.stringify(request?.body.messages);
}

describe('files that are sent with a message', () => {
  it('are read page by page from PDF', async () => {
    const bytes = await pdfFile([['The harbour opens in May.'], ['Berths cost twelve crowns a night.']]);
    const read = await readBy([{ bytes, name: 'harbour.pdf' }]);
    expect(read).toContain('<file name=\\"harbour.pdf\\">');
    expect(read).toContain('[Page F1.1]\\nThe harbour opens in May.');
    expect(read).toContain('[Page F1.2]\\nBerths cost twelve crowns a night.');
  });

  it('are read from Word and Excel, several at once', async () => {
    const read = await readBy([
      { bytes: wordFile(wordParagraph('Ropes are stored in the loft.')), name: 'ropes.docx' },
      { bytes: excelFile({ Costs: { A1: 'Chair', B1: 12.5 } }), name: 'costs.xlsx' },
    ]);
    expect(read).toContain('Ropes are stored in the loft.');
    expect(read).toContain('[Page F2.1, Costs, 1–1]\\n| | A | B |\\n| 1 | Chair | 12.5 |');
  });

  it('are named with a reason when they cannot be read', async () => {
    const whole = await pdfFile([['A page with words']]);
    const read = await readBy([{ bytes: whole.subarray(0, 80), name: 'broken.pdf' }]);
    expect(read).toContain('[Attached: \\"broken.pdf\\" (application/pdf');
    expect(read).toContain('It is damaged or not what its name says');
  });

  it('are cut where they do not fit, and say so', async () => {
    const line = 'The quay is forty metres long and lies to the north of the old town hall.';
    const bytes = await pdfFile(Array.from({ length: 60 }, () => Array.from({ length: 45 }, () => line)));
    const read = await readBy([{ bytes, name: 'long.pdf' }]);
    expect(read).toContain('[Page F1.1]');
    expect(read).toContain('[The file goes on beyond this.]');
    expect(read.length).toBeLessThan(32_000 * 5);
  });

  it('are read once, however often the same bytes are sent', async () => {
    const bytes = await pdfFile([['Only once, please, and then never again.']]);
    await readBy([{ bytes, name: 'one.pdf' }]);
    await readBy([{ bytes, name: 'two.pdf' }]);
    const file = await server.db
      .selectFrom('file')
      .select('hash')
      .where('name', '=', 'two.pdf')
      .executeTakeFirstOrThrow();
    const rows = await server.db.selectFrom('extraction').selectAll().where('hash', '=', file.hash).execute();
    expect(rows).toMatchObject([{ status: 'ready', pages: 1, done: 1, problem: null }]);
  });
});

describe('the text of a file', () => {
  it('is read and told page by page, to typed and REST clients', async () => {
    const bytes = await pdfFile(
      Array.from({ length: 12 }, (_, page) => [`Words of page number ${page + 1}`]),
      { title: 'Twelve' },
    );
    const { id: fileId } = await uploaded(talk.api, bytes, 'twelve.pdf');
    expect(await talk.api.trpc.file.read.mutate({ fileId })).toEqual({
      status: 'ready',
      title: 'Twelve',
      pages: 12,
      done: 12,
      scans: 0,
      recognised: 0,
      problem: null,
    });
    const { list } = await talk.api.trpc.file.pages.query({ fileId, after: 9, limit: 2 });
    expect(list).toEqual([
      { index: 10, label: '10', text: 'Words of page number 10', problem: null },
      { index: 11, label: '11', text: 'Words of page number 11', problem: null },
    ]);
    expect((await talk.api.call('POST', `/api/files/${fileId}/read`)).body).toMatchObject({
      code: 0,
      data: { status: 'ready', pages: 12 },
    });
    const page = await talk.api.call('GET', `/api/files/${fileId}/pages?after=11`);
    expect(page.body).toMatchObject({ code: 0, data: { list: [{ index: 12 }] } });
  });

  it('is nobody’s who may not have the file', async () => {
    const { id: fileId } = await uploaded(
      talk.api,
      await pdfFile([['A secret of the harbour']]),
      'secret.pdf',
    );
    await talk.api.trpc.file.read.mutate({ fileId });
    const { api } = await talk.person();
    await expectRefused(api.trpc.file.read.mutate({ fileId }), 'notFound');
    await expectRefused(api.trpc.file.pages.query({ fileId }), 'notFound');
  });

  it('is not there for files without one', async () => {
    const { id: fileId } = await uploaded(talk.api, new Uint8Array([1, 2, 3, 0, 255]), 'data.bin');
    expect(await talk.api.trpc.file.read.mutate({ fileId })).toMatchObject({
      status: 'unreadable',
      pages: null,
    });
    expect(await talk.api.trpc.file.pages.query({ fileId })).toMatchObject({
      status: 'unreadable',
      list: [],
    });
  });

  it('goes with the last file that has its content', async () => {
    const { id: fileId } = await uploaded(
      talk.api,
      await pdfFile([['Here today, gone tomorrow.']]),
      'gone.pdf',
    );
    await talk.api.trpc.file.read.mutate({ fileId });
    const { hash } = await server.db
      .deleteFrom('file')
      .where('id', '=', fileId)
      .returning('hash')
      .executeTakeFirstOrThrow();
    await sweepFiles(server.platform);
    const rows = await server.db.selectFrom('extraction_page').selectAll().where('hash', '=', hash).execute();
    expect(rows).toEqual([]);
  });

  it('is not waited for behind all files of somebody else', async () => {
    const colleague = await talk.person();
    const line = 'The quay is forty metres long and lies to the north of the old town hall.';
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        pdfFile(Array.from({ length: 12 }, () => [`File ${at}`, ...Array.from({ length: 30 }, () => line)])),
      ),
    );
    const fileIds: string[] = [];
    for (const [at, bytes] of many.entries()) fileIds.push((await uploaded(talk.api, bytes, `${at}.pdf`)).id);
    const reading = fileIds.map((fileId) => talk.api.trpc.file.read.mutate({ fileId }));
    const own = await uploaded(colleague.api, await pdfFile([['A single page of a colleague']]), 'own.pdf');
    expect(await colleague.api.trpc.file.read.mutate({ fileId: own.id })).toMatchObject({ status: 'ready' });
    const states = await Promise.all(
      fileIds.map((fileId) => talk.api.trpc.file.pages.query({ fileId, limit: 1 })),
    );
    expect(states.filter(({ status }) => status === 'ready').length).toBeLessThan(5);
    await Promise.all(reading);
  });
});
