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
  const error = entry.err as { stack?: string } | undefined;
  return `${time} ${level}${entry.msg ?? ''}${fields.join('')}${error ? `\n${error.stack}` : ''}`;
}
