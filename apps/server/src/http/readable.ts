const apart = new Set(['level', 'time', 'msg', 'reqId', 'err']);

/** Turns log lines into short ones for a person at a terminal: time, level when it matters, words, fields. */
export function readableLines(out: { write(text: string): unknown }): { write(line: string): void } {
  return {
    write(line) {
      out.write(`${readable(JSON.parse(line))}\n`);
    },
  };
}

function readable(entry: Record<string, unknown>): string {
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8);
  const level = entry.level === 'info' ? '' : `${entry.level}: `;
  const fields = Object.entries(entry)
    .filter(([name]) => !apart.has(name))
    .map(([name, value]) => `  ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const words = escaped(`${time} ${level}${entry.msg ?? ''}${fields.join('')}`);
  return [words, ...errorLines(entry.err)].join('\n');
}

/** Formats an error's message on one line, then its stack; the message may contain anything. */
function errorLines(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { type = 'Error', message = '', stack = '', cause } = error as Record<string, unknown>;
  const said = String(message);
  const at = said === '' ? 0 : Math.max(0, String(stack).indexOf(said) + said.length);
  const frames = String(stack)
    .slice(at)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [escaped(`${type}: ${said}`), ...frames.map(escaped), ...errorLines(cause)];
}

/** Escapes a text to one line without control characters and direction overrides. */
export function escaped(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Escapes such characters in a line of JSON, which parses to the same text. */
export function escapedJson(line: string): string {
  return line.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (characters) =>
    characters
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
