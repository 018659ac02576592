import { expect, it } from 'vitest';
import { piecesOf } from '../testing/postings.ts';
import { HeldDataset } from './held.ts';
import { Scopes } from './scopes.ts';
import { buildSegment } from './segment.ts';

function segmentOf(extractionId: number) {
  const { pieces, postings } = piecesOf([
    { extractionId, language: 'en', passages: 1, words: { '': { 0: 4 }, harbour: { 0: 1 } } },
  ]);
  return buildSegment(pieces, postings);
}

const asked = (...ids: number[]) => ({
  datasetIds: ['one'],
  extractionIds: Float64Array.from(ids),
  passages: Uint32Array.from(ids, () => 1),
});

it('keeps the scope of the same passages, and makes another for others', () => {
  const held = new HeldDataset();
  held.add(segmentOf(1));
  held.add(segmentOf(2));
  const scopes = new Scopes();
  const both = scopes.of(asked(1, 2), [held]);
  expect(scopes.of(asked(1, 2), [held])).toBe(both);
  expect(scopes.of(asked(1), [held]).size).toBe(1);
  expect(scopes.of({ ...asked(1, 2), passages: Uint32Array.of(1, 0) }, [held])).not.toBe(both);
  expect(scopes.of(asked(1, 2), [held])).toBe(both);
  held.add(segmentOf(3));
  const after = scopes.of(asked(1, 2), [held]);
  expect(after).not.toBe(both);
  expect(after.segments.length).toBe(3);
});
