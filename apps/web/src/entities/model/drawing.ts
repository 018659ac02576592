import { type Drawing, drawingSchema, PLAIN_DRAWING } from '@tandem/shared/image/schema';
import { useEffect, useState } from 'react';
import { personalKey } from '../../lib/personal.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';

/** The image options chosen in one place, for this person only; they survive a reload. */
export function useDrawingChoice(place: string): [Drawing, (drawing: Drawing) => void] {
  const key = personalKey('drawing', place);
  const [choice, setChoice] = useState({ key, drawing: PLAIN_DRAWING });

  useEffect(() => {
    let current = true;
    void readStored(key).then((stored) => {
      const read = drawingSchema.safeParse(stored);
      if (current) setChoice({ key, drawing: read.success ? read.data : PLAIN_DRAWING });
    });
    return () => {
      current = false;
    };
  }, [key]);

  const choose = (drawing: Drawing) => {
    setChoice({ key, drawing });
    void writeStored(key, drawing);
  };
  return [choice.key === key ? choice.drawing : PLAIN_DRAWING, choose];
}

/** Copies a choice from the place where a channel is started to the channel. */
export function keepDrawingChoice(place: string, drawing: Drawing): void {
  void writeStored(personalKey('drawing', place), drawing);
}
