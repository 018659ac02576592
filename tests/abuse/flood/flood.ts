import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { apiFor } from '../../running/api.ts';

/** A provider in its own thread, so that its writing slows neither the test nor the measurement. */
export async function startFloodProvider() {
  const worker = new Worker(new URL('./provider.worker.ts', import.meta.url));
  const [url] = (await once(worker, 'message')) as [string];
  return {
    url,
    /** Streams that are open now. */
    async open(): Promise<number> {
      worker.postMessage('open');
      const [count] = (await once(worker, 'message')) as [number];
      return count;
    },
    close: () => worker.terminate(),
  };
}

/** Percentiles of /healthz's response times while something runs. Milliseconds. */
export async function healthDuring(url: string, action: () => Promise<unknown>) {
  const worker = new Worker(new URL('./prober.worker.ts', import.meta.url), { workerData: url });
  await once(worker, 'online');
  try {
    await action();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  worker.postMessage('end');
  const [waits] = (await once(worker, 'message')) as [number[]];
  await worker.terminate();
  const sorted = waits.sort((a, b) => a - b);
  return {
    longest: sorted.at(-1) ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    count: sorted.length,
  };
}

/** Megabytes of resident memory that a server holds. */
export async function memoryOf(url: string): Promise<number> {
  const { text } = await apiFor(url).get('/metrics');
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6);
}
