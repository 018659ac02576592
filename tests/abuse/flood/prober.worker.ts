import { parentPort, workerData } from 'node:worker_threads';

/** Calls /healthz repeatedly; told to end, it reports each response time in milliseconds. */

const waits: number[] = [];
let isOver = false;
parentPort?.on('message', () => {
  isOver = true;
});
while (!isOver) {
  const began = performance.now();
  const response = await fetch(`${workerData as string}/healthz`).catch(() => null);
  await response?.arrayBuffer();
  waits.push(response?.ok ? performance.now() - began : Number.POSITIVE_INFINITY);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
parentPort?.postMessage(waits);
parentPort?.close();
