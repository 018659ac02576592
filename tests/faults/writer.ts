import { startEmbedded } from '@tandem/db/embedded/index';
import pg from 'pg';

/**
 * Starts the embedded database in `argv[2]` and writes rows for ever, printing each one's number once the
 * database has acknowledged it. Reconnects when the database is gone. SIGTERM ends it gently.
 */
const [, , dir = '', run = ''] = process.argv;
const embedded = await startEmbedded({ dir, log: (line) => console.error(line) });
console.log(`up ${embedded.url}`);

let ending = false;
process.once('SIGTERM', () => {
  ending = true;
});

for (let number = 1; !ending; ) {
  const client = new pg.Client({ connectionString: embedded.url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(
      'create table if not exists written (run text, number int, primary key (run, number))',
    );
    while (!ending) {
      // A row whose acknowledgement was lost may be there already.
      await client.query('insert into written values ($1, $2) on conflict do nothing', [run, number]);
      process.stdout.write(`ack ${number}\n`);
      number += 1;
    }
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    await client.end().catch(() => {});
  }
}
await embedded.stop();
