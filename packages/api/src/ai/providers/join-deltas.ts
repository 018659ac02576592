/** Words that one joined event holds at most, in bytes: budgets and time-outs are looked at between two events. */
const MAX_JOINED = 1_000;
/**
 * Where the words of a delta begin: `"delta":{"content":"`, perhaps behind its role or type and keys without a text.
 * Within a JSON string every quote is escaped, so this is always a key and the start of its text.
 */
const BEFORE_WORDS =
  /"delta": ?\{(?:"(?:(?:role|type)": ?"\w*"|\w+": ?(?:null|"")), ?)*"(?:content|reasoning_content|reasoning|text|thinking)": ?"/;
/** The beginning of an event whose data is one line. */
const OPENING = /^(?:event: ?\w+\r?\n)?data: ?[^\r\n]*$/;
/**
 * Its end, from the quote behind the words. The delta adds nothing else: what two events say alike would be kept once,
 * so that of two equal pieces of a tool's call one would be lost.
 */
const ENDING = /^"(?:, ?"\w+": ?(?:null|""))* ?\}[^\r\n]*\r?\n\r?\n$/;

/**
 * The same `fetch`, whose streams of events carry fewer and longer ones: a provider that is faster than its reader has
 * many events waiting, and each passes a dozen stages before anyone sees it. Nothing is held back or waited for.
 */
export function withJoinedDeltas(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.body || !isEvents) return response;
    const { status, statusText, headers } = response;
    return new Response(joined(response.body), { status, statusText, headers });
  };
}

function joined(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let isAtEvent = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        // A character for each byte, so that what is cut within a character stays as it is.
        const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
        const shorter = joinDeltas(text, isAtEvent);
        isAtEvent = /\n\r?\n$/.test(text.slice(-3));
        controller.enqueue(shorter === text ? value : Buffer.from(shorter, 'latin1'));
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** An event that adds words to an answer, parted around them. */
interface Delta {
  before: string;
  words: string;
  after: string;
}

/**
 * Joins events that follow each other and differ in nothing but the words that they add. Everything else, and events of
 * which `text` holds a part only, stays as it is.
 * @param text a piece of a stream of events, one character for each byte
 * @param isAtEvent whether it begins with an event, and not inside of one
 */
export function joinDeltas(text: string, isAtEvent: boolean): string {
  const gap = text.includes('\r\n\r\n') ? '\r\n\r\n' : '\n\n';
  const first = text.indexOf(gap);
  // Most pieces of a stream that is not in a hurry are one event.
  if (first === -1 || first + gap.length === text.length) return text;
  let at = isAtEvent ? 0 : first + gap.length;
  let joined = text.slice(0, at);
  let open: Delta | null = null;
  const close = () => {
    if (open) joined += open.before + open.words + open.after;
    open = null;
  };
  for (let end = text.indexOf(gap, at); end !== -1; end = text.indexOf(gap, at)) {
    const event = text.slice(at, end + gap.length);
    at = end + gap.length;
    const delta = deltaOf(event, open);
    if (delta && open && isContinued(open, delta)) {
      open.words += delta.words;
      continue;
    }
    close();
    if (delta) open = delta;
    else joined += event;
  }
  close();
  return joined + text.slice(at);
}

function isContinued(open: Delta, next: Delta): boolean {
  if (open.before !== next.before || open.after !== next.after) return false;
  return open.words.length + next.words.length <= MAX_JOINED;
}

/** @param last the event before, whose beginning is usually that of this one too */
function deltaOf(event: string, last: Delta | null): Delta | null {
  const start = last && event.startsWith(last.before) ? last.before.length : startOfWords(event);
  const end = start === -1 ? -1 : closingQuote(event, start);
  if (end === -1) return null;
  const delta = { before: event.slice(0, start), words: event.slice(start, end), after: event.slice(end) };
  return delta.words.includes('\n') || !ENDING.test(delta.after) ? null : delta;
}

function startOfWords(event: string): number {
  const found = BEFORE_WORDS.exec(event);
  const start = found ? found.index + found[0].length : -1;
  return OPENING.test(event.slice(0, start)) ? start : -1;
}

/** Where a JSON string ends that began before `start`. */
function closingQuote(event: string, start: number): number {
  for (let at = event.indexOf('"', start); at !== -1; at = event.indexOf('"', at + 1)) {
    let slashes = 0;
    while (event[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
