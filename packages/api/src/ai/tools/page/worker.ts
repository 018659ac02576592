import { parentPort, workerData } from 'node:worker_threads';
import { htmlToMarkdown } from './markdown.ts';

/** Reads one page of someone else's HTML, where endless or deep input can be killed. */
const { html, base } = workerData as { html: string; base: string };
parentPort?.postMessage(htmlToMarkdown(html, base));
