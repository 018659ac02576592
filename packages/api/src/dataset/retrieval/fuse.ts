import type { RetrievalMethod } from '@tandem/shared/dataset/search';
import type { Ranked } from './rank.ts';

/** Passages as one method ranks them, best first. */
export interface Ranking {
  method: RetrievalMethod;
  weight: number;
  /** The score that counts as nothing, where that is not 0. */
  floor?: number;
  /** The score that counts as all, where that is not the best one's. */
  whole?: number;
  ranked: readonly Ranked[];
}

/** A passage with its place by each method that found it. */
export interface Fused extends Ranked {
  methods: Partial<Record<RetrievalMethod, { rank: number; score: number }>>;
}

/**
 * Joins rankings by the weighed sum of their scores, each as a share of its ranking's best one. Unlike ranks, scores
 * keep by how much a passage is better: one that has all of the query's words stays ahead of those that are a little
 * better by every other method.
 * @returns the best passages; scores are about 1 at most
 */
export function fuse(rankings: readonly Ranking[], limit: number): Fused[] {
  const fused = new Map<number, Fused>();
  const found = rankings.filter(({ ranked }) => ranked.length > 0);
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  for (const { method, weight, ranked, floor = 0, whole = ranked[0]?.score ?? 1 } of found) {
    const best = whole - floor;
    for (const [at, { index, score }] of ranked.entries()) {
      const entry = fused.get(index) ?? { index, score: 0, methods: {} };
      entry.score += best > 0 ? ((weight / total) * (score - floor)) / best : 0;
      entry.methods[method] = { rank: at + 1, score };
      fused.set(index, entry);
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.index - b.index).slice(0, limit);
}
