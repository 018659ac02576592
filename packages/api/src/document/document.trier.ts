import * as Y from 'yjs';
import type { Trial } from './document.trial.ts';

process.once('message', ({ state, update }: Trial) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  Y.applyUpdate(doc, update);
  process.send?.(true);
});
