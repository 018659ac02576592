/** One server-sent event as it appears in the stream. */
export interface ServerEvent {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: read as any client without our types would
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  failure?: any;
}

/** Reads a subscription with plain HTTP, as `curl -N` does. */
export async function readEvents(
  url: string,
  token: string | null,
  name: string,
  input: unknown,
  lastEventId?: string,
) {
  const controller = new AbortController();
  const query = new URLSearchParams({ input: JSON.stringify({ json: input }) });
  const response = await fetch(`${url}/api/${name}?${query}`, {
    headers: {
      accept: 'text/event-stream',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  const events: ServerEvent[] = [];
  const reading = response.ok ? read(response, events).catch(() => {}) : response.text();
  return {
    status: response.status,
    events,
    async until(isTrue: (events: ServerEvent[]) => boolean): Promise<void> {
      for (const end = Date.now() + 10_000; !isTrue(events); ) {
        if (Date.now() > end) throw new Error(`waited in vain: ${JSON.stringify(events).slice(-500)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close() {
      controller.abort();
      return reading;
    },
  };
}

async function read(response: Response, events: ServerEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 1).trim()];
        }),
      );
      if (fields.event === 'serialized-error')
        events.push({ id: '', data: null, failure: JSON.parse(fields.data ?? '').json });
      // Other events with a name of their own open the stream, keep it alive and end it.
      if (fields.data && !fields.event)
        events.push({ id: fields.id ?? '', data: JSON.parse(fields.data).json });
    }
  }
}
