import { serveWorker } from '../../core/worker/serve.ts';
import * as changes from './operate.change.ts';
import * as readings from './operate.read.ts';

/** Document operations in child processes, by name. */
const operations = {
  append: changes.append,
  anchor: changes.anchor,
  compare: readings.compare,
  derive: readings.derive,
  files: readings.files,
  keep: changes.keep,
  lift: changes.lift,
  make: changes.make,
  merge: readings.merge,
  parse: readings.parse,
  replace: changes.replace,
  restore: changes.restore,
  surroundings: readings.surroundings,
  tell: readings.tell,
  words: readings.words,
  write: readings.write,
};

export type Operations = typeof operations;

export interface OperationCall {
  name: keyof Operations;
  input: never;
}

serveWorker<OperationCall, unknown>(({ name, input }) => operations[name](input));
