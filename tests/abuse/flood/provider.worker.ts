import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Speaks OpenAI's protocol as fast as its reader takes it, without an end, in the way that the question names. */

const chunkOf = (delta: object) =>
  `data: ${JSON.stringify({
    ...{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'flood' },
    choices: [{ index: 0, delta, finish_reason: null }],
  })}\n\n`;
const call = (index: number) => ({
  tool_calls: [
    {
      index,
      id: `call-${index}`,
      type: 'function',
      function: { name: 'calculator', arguments: '{"expression":"1"}' },
    },
  ],
});

let counter = 0;
const MEGABYTE = chunkOf({ content: 'm'.repeat(1_000_000) });
const WORD = chunkOf({ content: 'word ' });
/** The next chunk of each kind of flood. */
const floods: Record<string, (out: ServerResponse) => boolean> = {
  words: (out) => out.write(WORD),
  megabytes: (out) => out.write(MEGABYTE),
  calls: (out) => out.write(chunkOf(call(counter++))),
  parts: (out) => out.write(chunkOf(counter++ % 2 === 0 ? { content: 'a' } : { reasoning_content: 'b' })),
  comments: (out) => out.write(': nothing\n\n'),
  bytes: (out) => {
    let goesOn = true;
    for (const letter of WORD) goesOn = out.write(letter) && goesOn;
    return goesOn;
  },
};

let open = 0;
const server = createServer((request, response) => {
  response.on('error', () => {});
  if (request.method === 'GET') return void response.end('{"data":[{"id":"flood","object":"model"}]}');
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const write = floods[/<(\w+)>/.exec(body)?.[1] ?? ''];
    if (!write) {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Fine' }, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify({ id: 'x', model: 'flood', choices }));
    }
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Many small writes would otherwise each be a packet of their own, and the sender the slower one.
    const go = (): void => {
      if (response.destroyed) return;
      for (let count = 0; count < 100; count++) if (!write(response)) return void response.once('drain', go);
      setImmediate(go);
    };
    go();
  });
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
parentPort?.on('message', () => parentPort?.postMessage(open));
