import process from 'node:process';
import { format } from 'node:util';
import type { Logger } from '@tandem/api/core/log';
import { escaped, escapedJson, readableLines } from './http/readable.ts';

export type OutputFormat = 'json' | 'text';

/** The server's standard output: the log, and messages for the person who starts it. */
export interface Output {
  /** Receives the log's lines, each a JSON object. */
  lines: { write(line: string): void };
  /** Prints a line at any log level. */
  say(line: string): void;
  /**
   * Prints a text of several lines, such as a mail without a mail server. It contains no control characters.
   */
  print(text: string): void;
}

/** Writes JSON lines, or plain text for a terminal. */
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
    // There is nobody to tell.
  }
}

/** Ignores errors of writing to the output. */
export function survivePoorOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

const MOST_CHARACTERS = 2_000;

/**
 * Redirects libraries' console output, which may quote strangers, to the log.
 * @returns a function that restores the console
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
