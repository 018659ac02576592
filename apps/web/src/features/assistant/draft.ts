import type { Assistant } from '@tandem/shared/assistant/schema';
import { useState } from 'react';

/** The fields of an assistant that its form changes. */
export type Draft = Pick<
  Assistant,
  'name' | 'avatar' | 'description' | 'instructions' | 'modelId' | 'parameters' | 'tools' | 'starters'
>;

const keys = [
  'name',
  'avatar',
  'description',
  'instructions',
  'modelId',
  'parameters',
  'tools',
  'starters',
] as const satisfies readonly (keyof Draft)[];

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
const same = (a: unknown, b: unknown) => JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b));

/** State of an assistant's form: the stored values, the differences, and only the differences to be sent. */
export function useDraft(assistant: Assistant) {
  const [changes, setChanges] = useState<Partial<Draft>>({});
  const draft: Draft = { ...assistant, ...changes };
  const different = keys.filter((key) => !same(draft[key], assistant[key]));
  return {
    draft,
    changed: different.length > 0,
    /** Only what differs. */
    toSend: Object.fromEntries(different.map((key) => [key, trimmed(draft[key])])) as Partial<Draft>,
    change: (next: Partial<Draft>) => setChanges((held) => ({ ...held, ...next })),
    reset: () => setChanges({}),
  };
}
