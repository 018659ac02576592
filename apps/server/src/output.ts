import process from 'node:process';
import { format } from 'node:util';
import type { Logger } from '@tandem/api/core/log';
import { escaped, escapedJson, readableLines } from './http/readable.ts';

export type OutputFormat = 'json' | 'text';

/** Everything that a server says on its standard output: the log, and what the person who starts it should read. */
export interface Output {
  /** Where the log's lines go, each a JSON object. */
  lines: { write(line: string): void };
  /** Says something whatever the level of the log is. */
  say(line: string): void;
  /** Shows a text of several lines, such as a mail that no mail server takes. It holds no control characters. */
  print(text: string): void;
}

/** Says it as one JSON object a line, or in words for a person at a terminal. */
export function createOutput(as: OutputFormat = process.stdout.isTTY ? 'text' : 'json'): Output {
  const out = { write: (line: string) => writeOut(as === 'json' ? escapedJson(line) : line) };
  const sayJson = (entry: object) =>
    out.write(`${JSON.stringify({ level: 'info', time: Date.now(), ...entry })}\n`);
  if (as === 'json')
    return {
      lines: out,
      say(line) {
        if (line.trim() !== '') sayJson({ msg: line.trim() });
      },
      print: (text) => sayJson({ msg: text.replaceAll(/^─+$/gm, '').trim() }),
    };
  return {
    lines: readableLines(out),
    say: (line) => writeOut(`${escaped(line)}\n`),
    print: writeOut,
  };
}

/** A full disk or a reader that went away costs lines, never the server. */
function writeOut(text: string): void {
  try {
    process.stdout.write(text);
  } catch {
    // Nobody is left to tell.
  }
}

/** Has errors of writing to the terminal, or to where it is sent, end nothing. */
export function survivePoorOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

const MOST_CHARACTERS = 2_000;

/**
 * Has libraries that write to the console, with words of strangers in them, write to the log instead.
 * @returns puts the console back
 */
export function captureConsole(log: Logger): () => void {
  const own = log.child({ part: 'library' });
  const { log: plain, info, debug, warn, error } = console;
  const to =
    (level: 'info' | 'debug' | 'warn' | 'error') =>
    (...words: unknown[]) => {
      const err = words.find((word) => word instanceof Error);
      const said = words.filter((word) => !(word instanceof Error));
      own[level](err ? { err } : {}, format(...said).slice(0, MOST_CHARACTERS));
    };
  Object.assign(console, {
    log: to('info'),
    info: to('info'),
    debug: to('debug'),
    warn: to('warn'),
    error: to('error'),
  });
  return () => void Object.assign(console, { log: plain, info, debug, warn, error });
}
