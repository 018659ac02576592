import { parseArgs } from 'node:util';
import { startFakeProvider } from './server.ts';

/** Runs the fake standalone: `node tests/fakes/provider/main.ts [--port 4999] [--delay 25]`. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, delay: { type: 'string', default: '25' } },
});
const provider = await startFakeProvider({ port: Number(values.port), delayMs: Number(values.delay) });
console.log(provider.url);
console.log('Try: OPENAI_BASE_URL=%s OPENAI_API_KEY=anything npm start', provider.url);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void provider.close());
}
