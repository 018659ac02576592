import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { env } from 'node:process';
import { WorkerRefusal } from '../refusal.ts';
import { serveWorker } from '../serve.ts';

/** Behaviours of the test worker. */
export type Behaviour =
  | { do: 'answer'; value: unknown }
  | { do: 'process' }
  | { do: 'priority' }
  | { do: 'environment' }
  | { do: 'loop' }
  | { do: 'fill' }
  | { do: 'exit' }
  | { do: 'throw' }
  | { do: 'refuse' }
  | { do: 'wait' }
  | { do: 'read'; path: string };

// Memory outside of V8's heap, which a bound on that would not notice.
const held: Buffer[] = [];

serveWorker<Behaviour, unknown>(async (behaviour) => {
  switch (behaviour.do) {
    case 'answer':
      return behaviour.value;
    case 'process':
      return process.pid;
    case 'priority':
      return getPriority();
    case 'environment':
      return Object.keys(env);
    case 'loop':
      for (;;);
    case 'fill':
      for (;;) {
        held.push(Buffer.alloc(4 * 1024 * 1024, 1));
        await new Promise((resolve) => setImmediate(resolve));
      }
    case 'exit':
      return process.exit(3);
    case 'throw':
      throw new Error('broken');
    case 'refuse':
      throw new WorkerRefusal('documentTooLarge');
    case 'wait':
      return new Promise(() => {});
    case 'read':
      return readFileSync(behaviour.path, 'utf8');
  }
});
