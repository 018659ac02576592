import { defineWorker } from '../define-worker.ts';
import type { Behaviour } from './behave.worker.ts';

// Keeps a child busy for ever, for a test to kill this process meanwhile.
const work = defineWorker<Behaviour, unknown>({
  file: new URL('./behave.worker.ts', import.meta.url),
  timeMs: 600_000,
  memoryMb: 256,
  tooMuch: (failure) => failure,
});
console.log(await work({ do: 'process' }, { owner: 1 }));
await work({ do: 'loop' }, { owner: 1 });
