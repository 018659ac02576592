import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { Documents } from './documents.ts';
import { worktime } from './hooks.ts';
import { Label } from './label.ts';
import { Link } from './link.ts';
import type { ThreadStart, ToThread } from './messages.ts';

/** Milliseconds between heartbeats of this thread. */
const BEAT_MS = 250;
/** Maximum characters of the library's log lines. */
const MAX_LINE = 2_000;

const port = parentPort;
if (!port) throw new Error('this module is started as a thread');
const start = workerData as ThreadStart;
const label = new Label(start.label);
const link = new Link((message, transfer) => port.postMessage(message, transfer ?? []));

// The library writes to the console, with names that strangers chose: they go to the log as one escaped value.
const log = (...said: unknown[]) => {
  const err = said
    .map((each) => inspect(each, { depth: 2, breakLength: Number.POSITIVE_INFINITY }))
    .join(' ');
  link.tell({ type: 'log', err: err.slice(0, MAX_LINE), message: 'the library for documents complains' });
};
Object.assign(console, { log, info: log, warn: log, error: log });

const documents = new Documents(link, label, start.limits);
const beat = () => label.beat(worktime());
setInterval(beat, BEAT_MS);
port.on('message', (message: ToThread) => documents.receive(message));
beat();
link.tell({ type: 'ready' });
