import { MAX_SOURCES_AT_ONCE, type Source } from '@tandem/shared/dataset/source';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isAbort, isServerAway } from '../../lib/errors.ts';
import { holdWork } from '../../lib/held-work.ts';
import { newId } from '../../lib/ids.ts';
import { onSignOut } from '../../lib/personal.ts';
import { FileChangedError, refusalOf, uploadFile } from '../../lib/upload.ts';
import { reportUnreachable, useConnection } from '../live/connection.ts';
import { addFiles } from './actions.ts';
import type { PathedFile } from './files.ts';

/** Uploads at once; the others wait. */
const AT_ONCE = 3;
/** How often one resumes by itself without getting further than before. */
const MAX_RESUMED = 3;

/** A file on its way into a dataset. */
export interface Upload {
  key: string;
  /** Folders and name below `parentId`. */
  path: string;
  size: number;
  parentId: string | null;
  status: 'waiting' | 'uploading' | 'uploaded' | 'failed';
  /** From 0 to 1. */
  progress: number;
  error: unknown;
  /** Whether it is tried again by itself once the server is back. */
  resumes: boolean;
}

export interface UploadState {
  /** Those that are not added yet. */
  items: readonly Upload[];
  /** Files added since uploading began; back to 0 when the next begins after all were done. */
  added: number;
}

/** The parts of an upload that are not shown. */
interface Held {
  file: File;
  abort: AbortController;
  /** Of the upload, once it has arrived. */
  fileId: string | null;
  /** How often it was resumed since it last got further. */
  tries: number;
  /** Whether it was tried before. */
  isAgain: boolean;
  /** The furthest it got. */
  furthest: number;
  /** Called with the source that it became. */
  onAdded: ((source: Source) => void) | undefined;
}

/** The uploads into one dataset. They go on while its person looks at other screens. */
export class Uploads {
  readonly store: StoreApi<UploadState> = createStore<UploadState>(() => ({ items: [], added: 0 }));
  private readonly datasetId: string;
  private readonly upload: typeof uploadFile;
  private readonly addFiles: typeof addFiles;
  private readonly files = new Map<string, Held>();
  private active = 0;
  private adding = false;

  /** @param upload and `add` are replaced by tests */
  constructor(datasetId: string, upload = uploadFile, add = addFiles) {
    this.datasetId = datasetId;
    this.upload = upload;
    this.addFiles = add;
  }

  /**
   * Uploads files, and adds each to the dataset soon after it has arrived.
   * @param onAdded called with each source, and the index of its file
   */
  add(
    files: readonly PathedFile[],
    parentId: string | null,
    onAdded?: (source: Source, index: number) => void,
  ): void {
    const made = files.map(({ file, path }, index): Upload => {
      const key = newId();
      const tell = onAdded && ((source: Source) => onAdded(source, index));
      this.files.set(key, {
        ...{ file, abort: new AbortController(), fileId: null, tries: 0, isAgain: false, furthest: 0 },
        onAdded: tell,
      });
      const error = refusalOf(file);
      return {
        ...{ key, path, parentId, size: file.size, progress: 0, error, resumes: false },
        status: error ? 'failed' : 'waiting',
      };
    });
    const { items, added } = this.store.getState();
    const isGoing = items.some(({ status }) => status !== 'failed');
    this.store.setState({ items: [...items, ...made], added: isGoing ? added : 0 });
    this.next();
  }

  /** Stops a file's upload, or forgets one that failed. */
  remove(key: string): void {
    this.files.get(key)?.abort.abort();
    this.files.delete(key);
    this.store.setState(({ items }) => ({ items: items.filter((item) => item.key !== key) }));
    this.next();
  }

  /** Stops everything that is not added yet. */
  stop(): void {
    for (const { key, status } of this.store.getState().items) if (status !== 'failed') this.remove(key);
  }

  /** Tries one again that failed. */
  retry(key: string): void {
    const held = this.files.get(key);
    if (held) held.tries = 0;
    this.again(key);
  }

  private again(key: string): void {
    const held = this.files.get(key);
    if (!held) return;
    held.isAgain = true;
    held.abort = new AbortController();
    this.update(key, {
      status: held.fileId === null ? 'waiting' : 'uploaded',
      progress: 0,
      error: null,
      resumes: false,
    });
    this.next();
    void this.flush();
  }

  /** Tries again what failed only because the server was away. */
  resume(): void {
    for (const { key, resumes } of this.store.getState().items) if (resumes) this.again(key);
  }

  private fail(key: string, error: unknown): void {
    const resumes = isServerAway(error) && this.mayResume(key);
    this.update(key, { status: 'failed', error, resumes });
    // Its return is noticed sooner, and resumes this.
    if (resumes) reportUnreachable();
  }

  /** A proxy that refuses a file looks like an absent server: all its bytes would be sent for ever. */
  private mayResume(key: string): boolean {
    const held = this.files.get(key);
    const item = this.store.getState().items.find((each) => each.key === key);
    if (!held || !item) return false;
    held.tries = item.progress > held.furthest ? 1 : held.tries + 1;
    held.furthest = Math.max(held.furthest, item.progress);
    return held.tries <= MAX_RESUMED;
  }

  private update(key: string, change: Partial<Upload>): void {
    this.store.setState(({ items }) => ({
      items: items.map((item) => (item.key === key ? { ...item, ...change } : item)),
    }));
  }

  private next(): void {
    while (this.active < AT_ONCE) {
      const item = this.store.getState().items.find(({ status }) => status === 'waiting');
      if (!item) return;
      this.active += 1;
      this.update(item.key, { status: 'uploading' });
      void this.run(item.key).finally(() => {
        this.active -= 1;
        this.next();
      });
    }
  }

  private async run(key: string): Promise<void> {
    const held = this.files.get(key);
    if (!held) return;
    try {
      // Without this, a file that was moved or saved again looks like an absent server.
      if (held.isAgain) await expectReadable(held.file);
      held.abort.signal.throwIfAborted();
      const { id } = await this.upload(held.file, held.file.name, {
        signal: held.abort.signal,
        onProgress: (progress) => this.update(key, { progress }),
      });
      held.fileId = id;
      this.update(key, { status: 'uploaded', progress: 1 });
      void this.flush();
    } catch (error) {
      if (!isAbort(error)) this.fail(key, error);
    }
  }

  /** Adds what has arrived, as much as goes into one call; what arrives meanwhile goes into the next. */
  private async flush(): Promise<void> {
    if (this.adding) return;
    this.adding = true;
    try {
      for (;;) {
        const arrived = this.store.getState().items.filter(({ status }) => status === 'uploaded');
        const parentId = arrived[0]?.parentId ?? null;
        const batch = arrived.filter((item) => item.parentId === parentId).slice(0, MAX_SOURCES_AT_ONCE);
        if (batch.length === 0) return;
        await this.addBatch(batch, parentId);
      }
    } finally {
      this.adding = false;
    }
  }

  private async addBatch(batch: readonly Upload[], parentId: string | null): Promise<void> {
    const keys = new Set(batch.map(({ key }) => key));
    const held = batch.flatMap(({ key, path }) => {
      const { fileId, onAdded } = this.files.get(key) ?? {};
      return fileId ? [{ fileId, path, onAdded }] : [];
    });
    const files = held.map(({ fileId, path }) => ({ fileId, path }));
    try {
      const sources = await this.addFiles({ datasetId: this.datasetId, parentId }, files);
      for (const [index, source] of sources.entries()) held[index]?.onAdded?.(source);
      for (const key of keys) this.files.delete(key);
      this.store.setState(({ items, added }) => ({
        items: items.filter(({ key }) => !keys.has(key)),
        added: added + keys.size,
      }));
    } catch (error) {
      for (const key of keys) this.fail(key, error);
    }
  }
}

/** @throws FileChangedError */
async function expectReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new FileChangedError(error);
  }
}

const known = new Map<string, Uploads>();

/** Whether leaving the page would lose files that are, or will be, uploaded. */
function isAnythingOpen(): boolean {
  return [...known.values()].some(({ store }) =>
    store.getState().items.some(({ status, resumes }) => status !== 'failed' || resumes),
  );
}

// Here rather than in a component: uploads go on while no screen shows them.
holdWork(isAnythingOpen);

useConnection.subscribe(({ returns }, before) => {
  if (returns === before.returns) return;
  for (const uploads of known.values()) uploads.resume();
});

onSignOut(() => {
  for (const uploads of known.values()) uploads.stop();
  known.clear();
});

/** The uploads into a dataset in this page. */
export function uploadsOf(datasetId: string): Uploads {
  const uploads = known.get(datasetId) ?? new Uploads(datasetId);
  known.set(datasetId, uploads);
  return uploads;
}
