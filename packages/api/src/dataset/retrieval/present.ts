import type { Db } from '@tandem/db';
import type { FoundPassage } from '@tandem/shared/dataset/search';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { Fused } from './fuse.ts';
import { marksOf } from './marks.ts';
import { findSourcesOf, findTexts } from './retrieval.repo.ts';
import type { FoundRankings } from './search.ts';

/** The found passages with their texts and sources; a passage that was deleted meanwhile is left out. */
export async function presentFound(
  db: Db,
  { reader, datasetIds }: { reader: Reader; datasetIds: readonly string[] },
  { collection, terms, exclusions }: Pick<FoundRankings, 'collection' | 'terms' | 'exclusions'>,
  found: readonly Fused[],
): Promise<FoundPassage[]> {
  if (found.length === 0) return [];
  const keys = found.map(({ index }) => collection.passageAt(index));
  const [texts, sources] = await Promise.all([
    findTexts(db, keys),
    findSourcesOf(db, reader, datasetIds, [...new Set(keys.map(({ extractionId }) => extractionId))]),
  ]);
  const byIndex = new Map(texts.map((text) => [collection.indexOf(text), text]));
  return found.flatMap(({ index, score, methods }) => {
    const text = byIndex.get(index);
    if (!text) return [];
    const holders = sources.filter(({ extractionId }) => extractionId === text.extractionId);
    const source = holders.find(({ datasetId }) => !exclusions.hasIn(datasetId, text)) ?? holders[0];
    if (!source) return [];
    const { extractionId, n, page, label, from, to } = text;
    return {
      sourceId: source.sourceId,
      name: source.name,
      passage: { extractionId, n },
      ...{ page, label, from, to, text: text.text, score, methods },
      marks: marksOf(text.text, collection.placeOf(extractionId)?.language ?? null, terms),
      excluded: exclusions.has(text),
    };
  });
}
