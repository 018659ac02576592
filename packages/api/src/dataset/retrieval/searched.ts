import type { Db } from '@tandem/db';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { Collection } from './collection.ts';
import { describeSearched, type FoundExtraction, searchedFrom } from './retrieval.repo.ts';

/** What one search searches. */
export interface Searched {
  extractions: readonly FoundExtraction[];
  collection: Collection;
}

/** Searches whose passages are kept. */
const KEPT = 8;

interface Known {
  text: string;
  searched: Searched;
}

/** By the datasets that were searched, the last used at the end. */
const knownOf = perProcess(() => new Map<string, Known>());

/**
 * What a reader may search in datasets. The database tells each time; what it tells is taken apart only when it differs,
 * which takes milliseconds where there are thousands of files.
 */
export async function searchedIn(
  { db, platform }: { db: Db; platform: Platform },
  reader: Reader,
  datasetIds: readonly string[],
): Promise<Searched> {
  const text = datasetIds.length === 0 ? '' : await describeSearched(db, reader, datasetIds);
  const known = knownOf(platform);
  const key = datasetIds.join(' ');
  const before = known.get(key);
  const searched = before?.text === text ? before.searched : take(searchedFrom(text, datasetIds));
  known.delete(key);
  known.set(key, { text, searched });
  for (const oldest of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(oldest);
  }
  return searched;
}

function take(extractions: FoundExtraction[]): Searched {
  return { extractions, collection: new Collection(extractions) };
}
