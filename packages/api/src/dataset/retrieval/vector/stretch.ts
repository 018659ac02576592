/** Passages that follow each other in one content. */
export interface Stretch {
  extractionId: number;
  first: number;
  count: number;
}

export interface Texts extends Stretch {
  texts: string[];
}

/** Stretches cut in the middle of their passages: two parts, both in order. */
export function halvesOf(stretches: readonly Texts[]): [Texts[], Texts[]] {
  const passages = stretches.reduce((sum, { count }) => sum + count, 0);
  let left = Math.ceil(passages / 2);
  const [front, back]: [Texts[], Texts[]] = [[], []];
  for (const stretch of stretches) {
    const { extractionId, first, count, texts } = stretch;
    const taken = Math.min(left, count);
    left -= taken;
    if (taken > 0) front.push({ extractionId, first, count: taken, texts: texts.slice(0, taken) });
    if (taken < count)
      back.push({ extractionId, first: first + taken, count: count - taken, texts: texts.slice(taken) });
  }
  return [front, back];
}
