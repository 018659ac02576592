import { useEffect, useState } from 'react';
import { personalKey } from '../../lib/personal.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

/**
 * The model that this person chose for one channel or place; null: the assistant's own. It is theirs alone and
 * survives a reload.
 */
export function useModelChoice(place: string): [string | null, (modelId: string | null) => void] {
  const key = personalKey('model', place);
  const [choice, setChoice] = useState<{ key: string; modelId: string | null }>({ key, modelId: null });

  useEffect(() => {
    let current = true;
    void readStored(key).then((stored) => {
      if (current) setChoice({ key, modelId: typeof stored === 'string' ? stored : null });
    });
    return () => {
      current = false;
    };
  }, [key]);

  const choose = (modelId: string | null) => {
    setChoice({ key, modelId });
    void (modelId === null ? removeStored(key) : writeStored(key, modelId));
  };
  return [choice.key === key ? choice.modelId : null, choose];
}

/** Copies a choice from the place where a channel is started to the channel. */
export function keepModelChoice(place: string, modelId: string | null): void {
  if (modelId !== null) void writeStored(personalKey('model', place), modelId);
}
