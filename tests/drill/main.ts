// `npm run drill [-- nginx|caddy|node]`: two servers behind a proxy, and what becomes of 20 answers and 10 people who
// type while one is stopped, one is killed, Redis and the database go away.
import { drainOne, type Found, killOne, loseDatabase, loseRedis } from './drill.ts';
import { hasProxy, type ProxyKind } from './proxy.ts';
import { startServerPair } from './server-pair.ts';

const kinds: ProxyKind[] = ['nginx', 'caddy', 'node'];
const [wanted] = process.argv.slice(2);
const kind = kinds.find((each) => each === wanted) ?? kinds.find(hasProxy) ?? 'node';
if (kind === 'node') console.log('Neither nginx nor Caddy is here; a plain proxy stands in for them.');
const size = {
  answers: Number(process.env.DRILL_ANSWERS ?? 20),
  typists: Number(process.env.DRILL_TYPISTS ?? 10),
  tokens: Number(process.env.DRILL_TOKENS ?? 800),
};

const pair = await startServerPair(kind);
let isWell = true;
try {
  const drills = [drainOne, killOne, ...(pair.redis ? [loseRedis] : []), loseDatabase];
  for (const drill of drills) {
    const found: Found = await drill(pair, size);
    const { whole, byStatus } = found.answers;
    const ends = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`);
    console.log(
      `${found.what.padEnd(16)} ${kind}: ${whole} of ${size.answers} answers whole (${ends.join(', ')}), ` +
        `${found.words.wrong.length} of ${found.words.written} words lost or twice, ${(found.ms / 1_000).toFixed(1)} s`,
    );
    isWell &&= found.words.wrong.length === 0 && (drill === killOne || whole === size.answers);
  }
} finally {
  await pair.close();
}
process.exit(isWell ? 0 : 1);
