import type { FilePart } from '@tandem/shared/message/parts';
import { beforeEach, describe, expect, it } from 'vitest';
import { UnreachableError } from '../../../lib/errors.ts';
import type { Uploaded, UploadOptions } from '../../../lib/upload.ts';
import { createAttachments } from './attachments.ts';

interface Call extends UploadOptions {
  name: string;
  finish(): void;
  fail(error: Error): void;
}

/** Uploads that end when the test says so. */
function uploader() {
  const calls: Call[] = [];
  const upload = (_file: Blob, name: string, options: UploadOptions) =>
    new Promise<Uploaded>((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      const id = crypto.randomUUID();
      calls.push({
        ...options,
        name,
        finish: () =>
          resolve({
            id,
            name,
            mediaType: 'text/plain',
            size: 3,
            width: null,
            height: null,
            url: `/api/files/${id}/content`,
          }),
        fail: reject,
      });
    });
  return { calls, upload };
}

const fileOf = (name: string) => new File(['abc'], name, { type: 'text/plain' });
const settled = () => new Promise((resolve) => setTimeout(resolve));
const statuses = ({ store }: ReturnType<typeof createAttachments>) =>
  store.getState().items.map(({ name, status }) => `${name} ${status}`);

beforeEach(() => localStorage.clear());

describe('attachments', () => {
  it('upload three at once, in order, and become parts', async () => {
    const { calls, upload } = uploader();
    const attachments = createAttachments('a', upload);
    attachments.add(['1', '2', '3', '4'].map(fileOf));
    expect(calls.map(({ name }) => name)).toEqual(['1', '2', '3']);
    calls[0]?.onProgress(0.5);
    expect(attachments.store.getState().items[0]?.progress).toBe(0.5);
    calls[0]?.finish();
    await settled();
    expect(calls.map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
    expect(attachments.store.getState().items[0]?.part).toMatchObject({
      type: 'file',
      filename: '1',
      size: 3,
    });
  });

  it('are limited to ten', () => {
    const attachments = createAttachments('a', uploader().upload);
    attachments.add(Array.from({ length: 12 }, (_, index) => fileOf(String(index))));
    expect(attachments.store.getState().items).toHaveLength(10);
    expect(attachments.store.getState().tooMany).toBe(true);
  });

  it('are refused when too large', () => {
    const { calls, upload } = uploader();
    const attachments = createAttachments('a', upload);
    const large = fileOf('large');
    Object.defineProperty(large, 'size', { value: 51 * 1024 * 1024 });
    attachments.add([large]);
    expect(statuses(attachments)).toEqual(['large failed']);
    expect(calls).toHaveLength(0);
  });

  it('abort their upload when removed, and free a slot', async () => {
    const { calls, upload } = uploader();
    const attachments = createAttachments('a', upload);
    attachments.add(['1', '2', '3', '4'].map(fileOf));
    attachments.remove(attachments.store.getState().items[1]?.key as string);
    await settled();
    expect(calls[1]?.signal.aborted).toBe(true);
    expect(statuses(attachments)).toEqual(['1 uploading', '3 uploading', '4 uploading']);
    expect(calls.map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
  });

  it('can be retried after a failure', async () => {
    const { calls, upload } = uploader();
    const attachments = createAttachments('a', upload);
    attachments.add([fileOf('1')]);
    calls[0]?.fail(new UnreachableError(new TypeError()));
    await settled();
    expect(statuses(attachments)).toEqual(['1 failed']);
    attachments.retry(attachments.store.getState().items[0]?.key as string);
    calls[1]?.finish();
    await settled();
    expect(statuses(attachments)).toEqual(['1 done']);
  });

  it('that finished uploading survive a reload, the others do not', async () => {
    const { calls, upload } = uploader();
    const before = createAttachments('a', upload);
    await settled();
    before.add(['1', '2'].map(fileOf));
    calls[0]?.finish();
    await settled();
    const after = createAttachments('a', upload);
    await settled();
    expect(statuses(after)).toEqual(['1 done']);
    after.clear();
    const later = createAttachments('a', upload);
    await settled();
    expect(statuses(later)).toEqual([]);
  });

  it('that are a day old are not offered again', async () => {
    const part = { type: 'file', mediaType: 'text/plain', url: '/x', filename: 'old', size: 1 };
    localStorage.setItem('a', JSON.stringify([{ ...part, at: Date.now() - 23 * 3_600_000 }]));
    const attachments = createAttachments('a', uploader().upload);
    await settled();
    expect(statuses(attachments)).toEqual([]);
  });

  it('are restored from a message that was not sent', () => {
    const attachments = createAttachments('a', uploader().upload);
    const part: FilePart = { type: 'file', mediaType: 'text/plain', url: '/x', filename: 'back', size: 1 };
    attachments.restore([part]);
    expect(attachments.store.getState().items[0]?.part).toEqual(part);
  });
});
