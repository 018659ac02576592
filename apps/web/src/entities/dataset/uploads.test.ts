import { expect, it, vi } from 'vitest';
import { HttpError, RequestError, UnreachableError } from '../../lib/errors.ts';
import { FileChangedError, type Uploaded, type UploadOptions } from '../../lib/upload.ts';
import type { addFiles } from './actions.ts';
import { Uploads } from './uploads.ts';

/** Uploads that end when the test says so. */
function stage() {
  const open = new Map<string, { arrive(): void; fail(error: unknown): void; signal: AbortSignal }>();
  const upload = vi.fn(
    (_file: Blob, name: string, { signal }: UploadOptions) =>
      new Promise<Uploaded>((resolve, reject) => {
        const sent = { id: `id-${name}`, name, mediaType: 'text/plain', size: 1 };
        open.set(name, {
          signal,
          arrive: () => resolve({ ...sent, width: null, height: null, url: '' }),
          fail: reject,
        });
      }),
  );
  const add = vi.fn<typeof addFiles>(async () => []);
  return { open, upload, add, uploads: new Uploads('dataset', upload, add) };
}
const files = (...paths: string[]) =>
  paths.map((path) => ({ file: new File(['x'], path.split('/').at(-1) ?? ''), path }));
const states = ({ store }: Uploads) => store.getState().items.map(({ path, status }) => `${path} ${status}`);

it('uploads three at once, and adds what has arrived with its path', async () => {
  const { open, upload, add, uploads } = stage();
  uploads.add(files('a', 'in/b', 'c', 'd'), 'folder');
  expect(states(uploads)).toEqual(['a uploading', 'in/b uploading', 'c uploading', 'd waiting']);
  open.get('b')?.arrive();
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(4));
  expect(add).toHaveBeenCalledWith({ datasetId: 'dataset', parentId: 'folder' }, [
    { fileId: 'id-b', path: 'in/b' },
  ]);
  for (const name of ['a', 'c', 'd']) open.get(name)?.arrive();
  await vi.waitFor(() => expect(uploads.store.getState()).toEqual({ items: [], added: 4 }));
});

it('adds together what arrives while files are being added', async () => {
  const { open, add, uploads } = stage();
  let done = () => {};
  add.mockImplementationOnce(() => new Promise((resolve) => (done = () => resolve([]))));
  uploads.add(files('a', 'b', 'c'), null);
  open.get('a')?.arrive();
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
  open.get('b')?.arrive();
  open.get('c')?.arrive();
  await vi.waitFor(() => expect(states(uploads)).toEqual(['a uploaded', 'b uploaded', 'c uploaded']));
  done();
  await vi.waitFor(() => expect(uploads.store.getState().items).toEqual([]));
  expect(add.mock.calls.map(([, batch]) => batch.length)).toEqual([1, 2]);
});

it('keeps a file that failed until it is tried again or dismissed', async () => {
  const { open, upload, add, uploads } = stage();
  uploads.add(files('a', 'b'), null);
  open.get('a')?.fail(new Error('away'));
  open.get('b')?.fail(new Error('away'));
  await vi.waitFor(() => expect(states(uploads)).toEqual(['a failed', 'b failed']));
  const [a, b] = uploads.store.getState().items;
  uploads.remove(b?.key ?? '');
  uploads.retry(a?.key ?? '');
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(3));
  open.get('a')?.arrive();
  await vi.waitFor(() => expect(uploads.store.getState().items).toEqual([]));
  expect(add).toHaveBeenCalledOnce();
});

it('does not upload again what could only not be added', async () => {
  const { open, upload, add, uploads } = stage();
  add.mockRejectedValueOnce(new Error('full'));
  uploads.add(files('a'), null);
  open.get('a')?.arrive();
  await vi.waitFor(() => expect(states(uploads)).toEqual(['a failed']));
  uploads.retry(uploads.store.getState().items[0]?.key ?? '');
  await vi.waitFor(() => expect(uploads.store.getState().items).toEqual([]));
  expect(upload).toHaveBeenCalledOnce();
});

it('sends again, once the connection is back, what only a server that was away did not take', async () => {
  const { open, upload, add, uploads } = stage();
  add.mockRejectedValueOnce(new UnreachableError(new TypeError()));
  uploads.add(files('a', 'b', 'c'), null);
  open.get('a')?.arrive();
  await vi.waitFor(() => expect(states(uploads)).toContain('a failed'));
  open.get('b')?.fail(new HttpError(502, 'text/html'));
  open.get('c')?.fail(new RequestError(403, { code: 1 }));
  await vi.waitFor(() => expect(states(uploads)).toEqual(['a failed', 'b failed', 'c failed']));
  uploads.resume();
  expect(states(uploads)).toEqual(['a uploaded', 'b uploading', 'c failed']);
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(4));
  open.get('b')?.arrive();
  await vi.waitFor(() => expect(states(uploads)).toEqual(['c failed']));
  expect(upload.mock.calls.map(([, name]) => name)).toEqual(['a', 'b', 'c', 'b']);
});

it('resumes by itself only a few times unless it gets further', async () => {
  const { open, upload, uploads } = stage();
  uploads.add(files('a'), null);
  for (let sent = 1; sent <= 4; sent += 1) {
    await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(sent));
    open.get('a')?.fail(new UnreachableError(new TypeError()));
    await vi.waitFor(() => expect(states(uploads)).toEqual(['a failed']));
    expect(uploads.store.getState().items[0]?.resumes).toBe(sent <= 3);
    uploads.resume();
  }
  expect(states(uploads)).toEqual(['a failed']);
  uploads.retry(uploads.store.getState().items[0]?.key ?? '');
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(5));
});

it('says that a file is gone instead of sending it again', async () => {
  const { open, upload, uploads } = stage();
  const [gone] = files('a');
  if (!gone) throw new Error('there is no file');
  gone.file.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  uploads.add([gone], null);
  open.get('a')?.fail(new UnreachableError(new TypeError()));
  await vi.waitFor(() => expect(states(uploads)).toEqual(['a failed']));
  uploads.resume();
  await vi.waitFor(() => expect(uploads.store.getState().items[0]?.error).toBeInstanceOf(FileChangedError));
  expect(upload).toHaveBeenCalledOnce();
});

it('stops what is under way and what waits', () => {
  const { open, upload, uploads } = stage();
  uploads.add(files('a', 'b', 'c', 'd'), null);
  uploads.stop();
  expect(uploads.store.getState().items).toEqual([]);
  expect(open.get('a')?.signal.aborted).toBe(true);
  expect(upload).toHaveBeenCalledTimes(3);
});
