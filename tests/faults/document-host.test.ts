import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import { afterEach, describe, expect, it } from 'vitest';
import { atDepth } from '../running/depth.ts';
import { openEditor } from '../running/editor.ts';
import { chain, families, rootless, sendChange } from '../running/hostile-changes.ts';
import { until } from '../running/live.ts';
import type { Person } from '../running/people.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A real server process with its first person, who makes documents. */
async function openServer() {
  const opened = await startWithOwner();
  cleanUps.push(() => opened.close());
  const { server, person, appId } = opened;
  const edit = async (documentId: string, who: Person = person) => {
    const editor = await openEditor(server.url, documentId, who.token);
    cleanUps.push(() => editor.close());
    return editor;
  };
  const makeDocument = async () =>
    (await person.api.trpc.channel.create.mutate({ appId, kind: 'document' })).id;
  return { server, person, edit, makeDocument };
}

/**
 * Calls repeatedly until stopped.
 * @returns the longest wait, in milliseconds
 */
function askAgain(ask: () => Promise<unknown>): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const work = (async () => {
    while (!isOver) {
      const since = performance.now();
      await ask();
      longest = Math.max(longest, performance.now() - since);
      await sleep(20);
    }
  })();
  return async () => {
    isOver = true;
    await work;
    return longest;
  };
}

describe('a small change that would take half a minute to apply', () => {
  it('is refused with a reason; other documents hardly wait, everything else not at all', async () => {
    const { server, person, edit, makeDocument } = await openServer();
    const [target, other] = [await makeDocument(), await makeDocument()];
    const attacker = await edit(target);
    sendChange(attacker, target, chain(attacker.doc, 60_000));
    await attacker.saved();
    const evil = rootless(attacker.doc, 1_500);
    expect(evil.byteLength).toBeLessThan(16_000);

    const neighbour = await edit(other);
    const health = askAgain(() => fetch(`${server.url}/healthz`));
    const calls = askAgain(() => person.api.trpc.app.list.query());
    const writing = askAgain(async () => {
      neighbour.write('word');
      await neighbour.saved();
    });
    sendChange(attacker, target, evil);
    await until('it is refused', () => attacker.messages.some(({ type }) => type === 'refused'), 60_000);
    expect(attacker.messages.find(({ type }) => type === 'refused')).toMatchObject({ reason: 'tooCostly' });
    const waits = { health: await health(), calls: await calls(), writing: await writing() };
    console.log('longest waits in milliseconds', waits);
    // Half a minute of work on a quiet machine; these leave room for a busy one.
    expect(waits.health).toBeLessThan(10_000);
    expect(waits.calls).toBeLessThan(10_000);
    expect(waits.writing).toBeLessThan(15_000);

    const since = performance.now();
    const again = await edit(target);
    expect(again.text()).toBe('x'.repeat(60_000));
    expect(performance.now() - since).toBeLessThan(15_000);
    again.write('the document goes on');
    await again.saved();
  });
});

/** Largest size of a family, in its own units. */
const LARGEST = atDepth(16_000, 64_000);

describe('small changes that may be expensive', () => {
  it.each(Object.entries(families))('delay nothing but their document: %s', async (name, make) => {
    const { server, person, edit, makeDocument } = await openServer();
    const other = await makeDocument();
    const neighbour = await edit(other);
    const longest: Record<string, number> = {};
    for (let size = 1_000; ; size *= 4) {
      const target = await makeDocument();
      const attacker = await edit(target);
      sendChange(attacker, target, chain(attacker.doc, Math.min(size, 8_000)));
      await until('it is there', () => attacker.text().length === Math.min(size, 8_000), 30_000);
      const update = make(attacker.doc, size);
      if (update.byteLength > MAX_UPDATE_BYTES || size > LARGEST) break;
      const health = askAgain(() => fetch(`${server.url}/healthz`));
      const calls = askAgain(() => person.api.trpc.app.list.query());
      sendChange(attacker, target, update);
      neighbour.write(`beside ${name} ${size}`);
      await until(
        'others go on',
        () =>
          neighbour.saved().then(
            () => true,
            () => false,
          ),
        60_000,
      );
      longest[`${size}: ${update.byteLength} bytes`] = Math.round(Math.max(await health(), await calls()));
      attacker.close();
    }
    console.log(`longest wait beside ${name}, in milliseconds`, longest);
    expect(Object.keys(longest).length).toBeGreaterThan(1);
    expect(Math.max(...Object.values(longest))).toBeLessThan(10_000);
  });
});
