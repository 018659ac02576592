import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerFailure } from './child.ts';
import { defineWorker } from './define-worker.ts';
import type { Behaviour } from './testing/behave.worker.ts';

const work = defineWorker<Behaviour, unknown>({
  file: new URL('./testing/behave.worker.ts', import.meta.url),
  timeMs: 1_000,
  memoryMb: 256,
  waitingPerOwner: 3,
  tooMuch: (failure) => failure,
});
const call = (input: Behaviour, options: { signal?: AbortSignal; readable?: string[] } = {}) =>
  work(input, { owner: 1, ...options });
const reasonOf = (input: Behaviour) =>
  call(input).then(
    () => 'answered',
    (error) => (error instanceof WorkerFailure ? error.reason : String(error)),
  );

let folder: string;
let secret: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-worker-'));
  secret = path.join(folder, 'secret.txt');
  writeFileSync(secret, 'words');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('ends with its parent, even in an endless loop', { timeout: 60_000 }, async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('./testing/parent.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const child = Number(String(line));
  expect(() => process.kill(child, 0)).not.toThrow();
  // Using the processor shows that it has started the endless work.
  await expect.poll(() => ticksOf(child), { timeout: 20_000 }).toBeGreaterThan(ticksOf(child) + 20);
  parent.kill('SIGKILL');
  await expect.poll(() => isThere(child), { timeout: 20_000 }).toBe(false);
});

/** Processor time of a process, in clock ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended as well.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

describe('a worker', () => {
  it('answers from a child process that stays for the next call', async () => {
    const value = { bytes: new Uint8Array([1, 2, 3]), list: [{ a: 1 }] };
    expect(await call({ do: 'answer', value })).toEqual(value);
    const pid = await call({ do: 'process' });
    expect(pid).not.toBe(process.pid);
    expect(await call({ do: 'process' })).toBe(pid);
  });

  it('does not see the server’s environment', async () => {
    expect(await call({ do: 'environment' })).toEqual([]);
  });

  it('leaves the processor to others as far as its call says', async () => {
    const priority = (niceness?: number) =>
      work({ do: 'priority' }, { owner: 1, readable: [secret], niceness });
    expect(await priority(7)).toBe(Math.min(19, getPriority() + 7));
    expect(await priority()).toBe(getPriority());
  });

  it('is the same for all calls about some files, yields more and more, and is replaced when it was killed', async () => {
    const own = work.own([secret]);
    const ask = (behaviour: Behaviour, niceness = 0) => work(behaviour, { owner: 1, own, niceness });
    const pid = await ask({ do: 'process' });
    expect(await ask({ do: 'read', path: secret })).toBe('words');
    expect(await ask({ do: 'priority' }, 3)).toBe(Math.min(19, getPriority() + 3));
    expect(await ask({ do: 'priority' })).toBe(Math.min(19, getPriority() + 3));
    expect(await ask({ do: 'process' })).toBe(pid);
    await expect(ask({ do: 'loop' })).rejects.toMatchObject({ reason: 'time' });
    expect(await ask({ do: 'read', path: secret })).toBe('words');
    const next = Number(await ask({ do: 'process' }));
    expect(next).not.toBe(pid);
    await own.close();
    await expect.poll(() => isThere(next)).toBe(false);
    await expect(ask({ do: 'process' })).rejects.toThrow('closed');
  });

  it('builds its input when its turn comes', async () => {
    expect(await work(async () => ({ do: 'answer', value: 7 }), { owner: 1 })).toBe(7);
  });

  it('is killed when it exceeds its time, and replaced', async () => {
    const before = await call({ do: 'process' });
    expect(await reasonOf({ do: 'loop' })).toBe('time');
    expect(await call({ do: 'process' })).not.toBe(before);
  });

  it('is killed when it only waits', async () => {
    expect(await reasonOf({ do: 'wait' })).toBe('time');
  });

  it.runIf(process.platform === 'linux')(
    'is killed when it uses too much memory outside the heap',
    async () => {
      const patient = defineWorker<Behaviour, unknown>({
        file: new URL('./testing/behave.worker.ts', import.meta.url),
        timeMs: 20_000,
        memoryMb: 256,
        tooMuch: (failure) => failure,
      });
      await expect(patient({ do: 'fill' }, { owner: 1 })).rejects.toMatchObject({ reason: 'memory' });
    },
  );

  it('reports when it ends or fails', async () => {
    expect(await reasonOf({ do: 'exit' })).toBe('ended');
    expect(await reasonOf({ do: 'throw' })).toBe('failed');
    expect(await call({ do: 'answer', value: 1 })).toBe(1);
  });

  it('passes on refusals as errors of the catalogue and stays usable', async () => {
    const before = await call({ do: 'process' });
    await expect(call({ do: 'refuse' })).rejects.toMatchObject({ key: 'documentTooLarge' });
    expect(await call({ do: 'process' })).toBe(before);
  });

  it('is stopped by a signal, also while it waits for its turn', async () => {
    const running = new AbortController();
    const waiting = new AbortController();
    const ends = [
      call({ do: 'loop' }, { signal: running.signal }),
      call({ do: 'loop' }, { signal: waiting.signal }),
    ].map((end) => expect(end).rejects.toThrow('no more'));
    waiting.abort(new Error('no more'));
    await ends[1];
    running.abort(new Error('no more'));
    await ends[0];
    expect(await call({ do: 'answer', value: 2 })).toBe(2);
  });

  it('reads only the code and the files granted to its call', async () => {
    await expect(call({ do: 'read', path: secret })).rejects.toThrow(/failed/u);
    expect(await call({ do: 'read', path: secret }, { readable: [secret] })).toBe('words');
    await expect(call({ do: 'read', path: secret })).rejects.toThrow(/failed/u);
  });

  it('lets others run while two owners use all the time they get', async () => {
    const slow = [1, 2].map((owner) => work({ do: 'loop' }, { owner }).catch(() => 'killed'));
    const order: string[] = [];
    const quick = work({ do: 'answer', value: 'quick' }, { owner: 3 }).then(() => order.push('quick'));
    // The length of the wait does not matter: the call must be answered although the others never end.
    const endless = [4, 5].map((owner) => work({ do: 'wait' }, { owner }).catch(() => order.push('endless')));
    await Promise.all([...slow, quick, ...endless]);
    expect(order[0]).toBe('quick');
  });

  it('answers quickly although more owners than it has slots use all their time', async () => {
    const patient = defineWorker<Behaviour, unknown>({
      file: new URL('./testing/behave.worker.ts', import.meta.url),
      timeMs: 60_000,
      memoryMb: 256,
      tooMuch: (failure) => failure,
    });
    const stop = new AbortController();
    let ended = 0;
    const slow = [1, 2, 3, 4, 5, 6, 7].map((owner) =>
      patient({ do: 'loop' }, { owner, signal: stop.signal }).finally(() => (ended += 1)),
    );
    const outcomes = Promise.allSettled(slow);
    for (const value of ['first', 'second'])
      expect(await patient({ do: 'answer', value }, { owner: 'quick' })).toBe(value);
    expect(ended).toBe(0);
    stop.abort(new Error('enough'));
    await outcomes;
  });

  it('lets a long call keep its slot where no slots are reserved for such calls', async () => {
    const single = defineWorker<Behaviour, unknown>({
      file: new URL('./testing/behave.worker.ts', import.meta.url),
      ...{ timeMs: 1_000, memoryMb: 256, atOnce: 1, slowAtOnce: 0 },
      tooMuch: (failure) => failure,
    });
    const slow = single({ do: 'wait' }, { owner: 1 }).catch(({ reason }: WorkerFailure) => reason);
    const next = single({ do: 'answer', value: 'next' }, { owner: 2 });
    expect(await Promise.all([slow, next])).toEqual(['time', 'next']);
  });

  it('refuses too many waiting calls of one owner', async () => {
    const stop = new AbortController();
    const all = Array.from({ length: 6 }, () => call({ do: 'loop' }, { signal: stop.signal }));
    const outcomes = Promise.allSettled(all);
    await expect(all[5]).rejects.toMatchObject({ key: 'unavailable' });
    stop.abort(new Error('enough'));
    await outcomes;
  });
});
