import { EXTRACTED_TYPES, type FileReading } from '@tandem/shared/file/reading';
import { fileIdOf, MAX_FILES } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import * as z from 'zod';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isAbort } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { onSignOut, personalKey } from '../../../lib/personal.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { api } from '../../../lib/trpc.ts';
import { refusalOf, type Uploaded, uploadFile } from '../../../lib/upload.ts';

/** Uploads of one composer at once; the others wait. */
const AT_ONCE = 3;
/**
 * The server deletes unsent files after a day, so files close to that age are not offered again.
 * Milliseconds.
 */
const KEPT_MS = 22 * 60 * 60_000;

/** A file on its way into a message. */
export interface Attachment {
  key: string;
  name: string;
  size: number;
  mediaType: string;
  /** URL of the thumbnail; null for other files. */
  preview: string | null;
  status: 'uploading' | 'failed' | 'done';
  /** From 0 to 1. */
  progress: number;
  error: unknown;
  /** The part for the message, once the upload is complete. */
  part: FilePart | null;
  /** How far its text has been read; null for pictures and while that is not known. */
  reading: FileReading | null;
}

export interface AttachmentState {
  items: readonly Attachment[];
  /** More were given than a message takes. */
  tooMany: boolean;
}

export interface Attachments {
  store: StoreApi<AttachmentState>;
  add(files: readonly File[]): void;
  remove(key: string): void;
  retry(key: string): void;
  /** Forgets all, because they were sent. */
  clear(): void;
  /** Adds what has arrived already. @returns whether there is room */
  take(uploaded: Uploaded): boolean;
  /** Restores files that were not sent. */
  restore(parts: readonly FilePart[]): void;
}

const keptSchema = z
  .array(
    z.object({
      type: z.literal('file'),
      mediaType: z.string(),
      url: z.string(),
      filename: z.string(),
      size: z.number(),
      width: z.number().optional(),
      height: z.number().optional(),
      at: z.number(),
    }),
  )
  .catch([]);

const known = new Map<string, Attachments>();

onSignOut((userId) => {
  for (const [storageKey, attachments] of known) {
    if (!storageKey.startsWith(personalKey('draft-files', '', userId))) continue;
    attachments.clear();
    known.delete(storageKey);
  }
});

/**
 * The unsent files of one composer, for the signed-in person. Completed uploads survive a reload; signing out
 * clears them.
 */
export function attachmentsOf(draftKey: string): Attachments {
  const storageKey = personalKey('draft-files', draftKey);
  const existing = known.get(storageKey);
  if (existing) return existing;
  const made = createAttachments(storageKey);
  known.set(storageKey, made);
  return made;
}

/** @param upload and `read` are replaced by tests */
export function createAttachments(storageKey: string, upload = uploadFile, read = readFile): Attachments {
  const store = createStore<AttachmentState>(() => ({ items: [], tooMany: false }));
  const files = new Map<string, { file: File; abort: AbortController }>();
  const waiting: string[] = [];
  let active = 0;

  const items = () => store.getState().items;
  const change = (next: readonly Attachment[], tooMany = false) => store.setState({ items: next, tooMany });
  const update = (key: string, values: Partial<Attachment>) =>
    change(
      items().map((item) => (item.key === key ? { ...item, ...values } : item)),
      store.getState().tooMany,
    );

  function save(): void {
    const at = Date.now();
    const kept = items().flatMap(({ part }) => (part ? [{ ...part, at }] : []));
    void (kept.length === 0 ? removeStored(storageKey) : writeStored(storageKey, kept));
  }

  function begin(key: string): void {
    waiting.push(key);
    next();
  }

  function next(): void {
    if (active >= AT_ONCE) return;
    // Files removed meanwhile are skipped.
    const key = waiting.splice(0, waiting.findIndex((each) => files.has(each)) + 1).at(-1);
    const held = key === undefined ? undefined : files.get(key);
    if (key === undefined || !held) return;
    active += 1;
    void run(key, held).finally(() => {
      active -= 1;
      next();
    });
    next();
  }

  async function run(key: string, { file, abort }: { file: File; abort: AbortController }): Promise<void> {
    try {
      const uploaded = await upload(file, file.name, {
        signal: abort.signal,
        onProgress: (progress) => update(key, { progress }),
      });
      files.delete(key);
      const { name, size, mediaType } = uploaded;
      update(key, {
        status: 'done',
        progress: 1,
        error: null,
        part: partOf(uploaded),
        name,
        size,
        mediaType,
      });
      save();
      void follow(key);
    } catch (error) {
      if (!isAbort(error)) update(key, { status: 'failed', error });
    }
  }

  /** Has the server read the text of a file, and shows how far that is until it is over or the file is removed. */
  async function follow(key: string): Promise<void> {
    for (;;) {
      const part = items().find((item) => item.key === key)?.part;
      const fileId = part && EXTRACTED_TYPES.includes(part.mediaType) ? fileIdOf(part.url) : null;
      if (fileId === null) return;
      // An assistant that gets the file waits for it as well, so nothing is lost when this fails.
      const reading = await read(fileId).catch(() => null);
      if (!reading) return;
      update(key, { reading });
      if (reading.status !== 'queued' && reading.status !== 'reading') return;
    }
  }

  function followAll(): void {
    for (const { key, reading } of items()) if (!reading) void follow(key);
  }

  function forget({ key, preview }: Attachment): void {
    files.get(key)?.abort.abort();
    files.delete(key);
    if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
  }

  void readStored(storageKey, []).then((stored) => {
    const parts = keptSchema.parse(stored).filter(({ at }) => Date.now() - at < KEPT_MS);
    if (parts.length === 0) return;
    change([...parts.map(({ at: _, ...part }) => arrived(strip(part))), ...items()]);
    followAll();
  });

  return {
    store,
    add(given) {
      const room = MAX_FILES - items().length;
      const taken = given.slice(0, Math.max(0, room));
      const added = taken.map((file): Attachment => {
        const key = newId();
        const refusal = refusalOf(file);
        files.set(key, { file, abort: new AbortController() });
        return {
          key,
          name: file.name,
          size: file.size,
          mediaType: file.type,
          preview: /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type) ? URL.createObjectURL(file) : null,
          status: refusal ? 'failed' : 'uploading',
          progress: 0,
          error: refusal,
          part: null,
          reading: null,
        };
      });
      change([...items(), ...added], taken.length < given.length);
      for (const { key, status } of added) if (status === 'uploading') begin(key);
    },
    remove(key) {
      const item = items().find((each) => each.key === key);
      if (!item) return;
      forget(item);
      change(items().filter((each) => each !== item));
      save();
    },
    retry(key) {
      const held = files.get(key);
      if (!held) return;
      files.set(key, { file: held.file, abort: new AbortController() });
      update(key, { status: 'uploading', progress: 0, error: null });
      begin(key);
    },
    clear() {
      for (const item of items()) forget(item);
      change([]);
      save();
    },
    take(uploaded) {
      const hasRoom = items().length < MAX_FILES;
      change(hasRoom ? [...items(), arrived(partOf(uploaded))] : items(), !hasRoom);
      save();
      followAll();
      return hasRoom;
    },
    restore(parts) {
      change([...parts.map(arrived), ...items()].slice(0, MAX_FILES));
      save();
      followAll();
    },
  };
}

/** How far the server has read a file's text, after some seconds at the latest. */
async function readFile(fileId: string): Promise<FileReading> {
  return api.file.read.mutate({ fileId }, { context: { streamed: true, silent: true } });
}

function arrived(part: FilePart): Attachment {
  return {
    key: newId(),
    name: part.filename ?? '',
    size: part.size ?? 0,
    mediaType: part.mediaType,
    preview: part.width === undefined ? null : part.url.replace(/content$/, 'thumbnail'),
    status: 'done',
    progress: 1,
    error: null,
    part,
    reading: null,
  };
}

/** Absent keys are left out, as parts have them. */
function strip({ width, height, ...part }: z.output<typeof keptSchema>[number] | FilePart): FilePart {
  return { ...part, ...(width !== undefined && height !== undefined && { width, height }) } as FilePart;
}

function partOf({ name, mediaType, size, width, height, url }: Uploaded): FilePart {
  return {
    type: 'file',
    mediaType,
    url,
    filename: name,
    size,
    ...(width !== null && height !== null && { width, height }),
  };
}

/** The files of a composer, and what may be done with them. */
export function useAttachments(draftKey: string) {
  const attachments = attachmentsOf(draftKey);
  const { items, tooMany } = useStore(attachments.store);
  return {
    attachments,
    items,
    tooMany,
    isUploading: items.some(({ status }) => status === 'uploading'),
    hasFailed: items.some(({ status }) => status === 'failed'),
    parts: items.flatMap(({ part }) => part ?? []),
  };
}
