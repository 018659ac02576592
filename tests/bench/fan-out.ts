import { WebSocketServer } from 'ws';

/**
 * Baseline of an audience: reads a model's stream and sends each token to every socket, in its own process.
 * Started with the model's URL; sends its port to its parent, starts an answer on `go`, and answers `cpu`
 * with its processor seconds.
 */
const url = process.argv[2] as string;
const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });

async function stream(): Promise<void> {
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{}' });
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.replace(/^data: /, '');
      if (data === '[DONE]') continue;
      const text: unknown = JSON.parse(data).choices[0].delta.content;
      const frame = JSON.stringify({ type: 'delta', text });
      if (text) for (const socket of sockets.clients) socket.send(frame);
    }
  }
  process.send?.({ done: true });
}

process.on('message', (message) => {
  if (message === 'go') void stream();
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1e6 });
  }
});
sockets.on('listening', () => {
  const address = sockets.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
