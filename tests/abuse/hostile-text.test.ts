import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailSink } from '../fakes/mail/server.ts';
import { isFullDepth } from '../running/depth.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { signUp } from '../running/people.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';
import {
  imported,
  putBlocks,
  shapesOfBlocks,
  shapesOfText,
  type Target,
  textDoors,
  wordDoors,
  wordTables,
} from './hostile-doors.ts';
import { families } from './hostile-shapes.ts';
import { Watcher } from './watcher.ts';

/**
 * Characters of the texts. `HOSTILE_SIZES=16384,65536` tries others, up to the doors' own limits: a quarter of an hour
 * for the first. Some of these shapes took seconds on the server's own thread at 4 kB already.
 */
const SIZES = (process.env.HOSTILE_SIZES ?? '4096').split(',').map(Number);
/** Time for all shapes of a family through one door; most of it is spent in child processes. */
const PATIENCE_MS = 600_000;
/** The most of the server's own memory, in megabytes. */
const MEMORY_MB = 1_024;

// Its own server: these requests would slow down other tests on the shared one.
let server: RunningServer;
let watcher: Watcher | undefined;
const targets: Target[] = [];
let turn = 0;

beforeAll(async () => {
  const sink = await startMailSink();
  server = await startServerProcess({ SMTP_URL: sink.url });
  // Several people, since some endpoints are rate-limited per person and hour.
  for (const n of [1, 2, 3, 4]) {
    const { api } = await signUp(server.url, mailboxOf(sink), `shapes.${n}@example.test`, `Shapes ${n}`);
    if (n === 1) {
      const { db } = await server.database();
      await db
        .updateTable('team')
        .set({ preference: JSON.stringify({ registration: 'open' }) })
        .execute();
    }
    const [app] = await api.trpc.app.list.query();
    const appId = app?.id ?? '';
    const { id: documentId } = await api.trpc.channel.create.mutate({ appId, kind: 'document' });
    const { id: channelId } = await api.trpc.channel.create.mutate({ appId, kind: 'discussion' });
    targets.push({ api, appId, documentId, channelId });
  }
  await sink.close();
  watcher = new Watcher(server.url);
});
afterAll(async () => {
  console.log(watcher?.table());
  await server?.dispose();
});

/** Imports take a second each, and read texts as the other doors do: a sample tries every third shape by them. */
function triedThrough<Shape>(door: string, shapes: readonly Shape[]): readonly Shape[] {
  const isSlow = door === 'import' || door === 'archive';
  return isSlow && !isFullDepth ? shapes.filter((_, index) => index % 3 === 0) : shapes;
}

/** The next person in turn. */
function somebody(): Target {
  turn += 1;
  return targets[turn % targets.length] as Target;
}

/** Checks that nobody waited long, and that the server's memory stayed small. */
async function expectNobodyWaited(family: string, door: string, work: () => Promise<void>): Promise<void> {
  const { workedMs, memoryMb } = await (watcher as Watcher).during(family, door, work);
  // Processor time of the thread that serves everyone: the machine may be as busy as it likes.
  expect(workedMs).toBeLessThan(1_000);
  expect(memoryMb).toBeLessThan(MEMORY_MB);
}

describe.each(families)('texts and blocks that are expensive by %s', { timeout: PATIENCE_MS }, (family) => {
  it.each(Object.keys(textDoors))('delay nobody through %s', async (door) => {
    await expectNobodyWaited(family, door, async () => {
      for (const format of ['markdown', 'html'] as const)
        for (const { name, make } of triedThrough(door, shapesOfText(format, family)))
          for (const size of SIZES) {
            const { status, sentence } = await (textDoors[door] as (typeof textDoors)[string])(
              somebody(),
              make(size),
              format,
            );
            const what = `${format}: ${name}, ${size}`;
            expect([200, 400, 413, 429, 503], what).toContain(status);
            if (status !== 200) expect(sentence, what).toMatch(/\.$/u);
          }
    });
  });

  it('delay nobody as blocks', async () => {
    await expectNobodyWaited(family, 'blocks', async () => {
      for (const { name, make } of shapesOfBlocks(family))
        for (const size of SIZES) {
          const { status, sentence } = await putBlocks(somebody(), make(Math.ceil(size / 8)));
          expect([200, 400, 413], name).toContain(status);
          if (status !== 200) expect(sentence).toMatch(/\.$/u);
        }
    });
  });

  it.each(Object.keys(wordDoors))('delay nobody as %s', async (door) => {
    const { most, send } = wordDoors[door] as (typeof wordDoors)[string];
    await expectNobodyWaited(family, door, async () => {
      // Taken or refused: what counts is that nobody waits.
      for (const format of ['markdown', 'html'] as const)
        for (const { make } of shapesOfText(format, family))
          await send(somebody(), make(most).slice(0, most)).catch(() => {});
    });
  });
});

it('a Word document of nested tables delays nobody', { timeout: PATIENCE_MS }, async () => {
  await expectNobodyWaited('nesting', 'docx', async () => {
    for (const depth of [50, 500, 5_000]) {
      const { status } = await imported(somebody(), wordTables(depth), 'x.docx');
      expect([200, 400]).toContain(status);
    }
  });
});

it('a plain table of 300 by 300 cells is answered while nobody else waits', {
  timeout: PATIENCE_MS,
}, async () => {
  const row = `|${'a|'.repeat(300)}\n`;
  const table = `${row}|${'-|'.repeat(300)}\n${row.repeat(300)}`;
  await expectNobodyWaited('wide', 'table of 180 kB', async () => {
    const target = somebody();
    const { status, sentence } = await (textDoors.put as (typeof textDoors)[string])(
      target,
      table,
      'markdown',
    );
    // On a busy machine its time may be over before its cells are counted.
    expect(`${status} ${sentence}`).toMatch(
      /^413 .*too large for one document|^400 .*too complex to turn into a document/u,
    );
  });
});
