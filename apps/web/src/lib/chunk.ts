/** A part of the program that does not arrive within this time, in milliseconds, counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the program could not be loaded. */
export class ChunkLoadError extends Error {
  constructor(id: string, cause?: unknown) {
    super(`Loading chunk ${id} failed`, { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Loads a part of the program.
 * @throws ChunkLoadError when it fails or takes longer than `CHUNK_TIMEOUT_MS`
 */
export async function loadChunk<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkLoadError(id, error);
  } finally {
    clearTimeout(timer);
  }
}

const failed = new Set<Chunk<unknown>>();

/** A part of the program that is loaded once, when first asked for. */
export class Chunk<Module> {
  readonly id: string;
  readonly #load: () => Promise<Module>;
  #loading: Promise<Module> | null = null;

  constructor(id: string, load: () => Promise<Module>) {
    this.id = id;
    this.#load = load;
  }

  /**
   * The loaded part; the same promise each time, so that React can wait for it. A failure stays until
   * `forgetFailedChunks`, or else React would ask again and again.
   */
  read(): Promise<Module> {
    if (this.#loading === null) {
      this.#loading = loadChunk(this.id, this.#load);
      this.#loading.catch(() => failed.add(this));
    }
    return this.#loading;
  }

  forget(): void {
    this.#loading = null;
  }
}

/** Makes every chunk that failed to load be requested again. */
export function forgetFailedChunks(): void {
  for (const chunk of failed) chunk.forget();
  failed.clear();
}
