import { setTimeout as sleep } from 'node:timers/promises';
import { channelOf, fakeModel } from '../streams.ts';
import { connectPerson } from '../subscriber.ts';
import type { World } from '../world.ts';
import { makeDataset } from './dataset.ts';
import { Prose } from './prose.ts';
import { textPdf } from './text-pdf.ts';

/** Milliseconds between looks at what is being read. */
const LOOK_EVERY_MS = 10;

/** Uploads a PDF into a dataset of its own, and waits until it is ready. @returns the dataset's id */
export async function upload(world: World, pdf: Uint8Array, name: string): Promise<string> {
  const { datasetId, sourceId } = await add(world, pdf, name);
  await ready(world, sourceId);
  return datasetId;
}

/** Milliseconds from the beginning of an upload until a word of its first page is found. */
export async function firstFound(world: World, pdf: Uint8Array, word: string): Promise<number> {
  const began = performance.now();
  const { datasetId } = await add(world, pdf, `${word}.pdf`);
  return asSomebody(world, async ({ trpc }) => {
    for (;;) {
      const { passages } = await trpc.retrieval.search.query({ datasetId, query: word });
      if (passages.length > 0) return performance.now() - began;
      await sleep(LOOK_EVERY_MS);
    }
  });
}

/**
 * Milliseconds from the beginning of an upload until an answer in a channel quotes it, with the place of the quote. The
 * model answers at once.
 * @param word the first one of the file
 */
export async function answeredWithMarks(world: World, pdf: Uint8Array, word: string): Promise<number> {
  const { database, teamId, people } = world;
  const modelId = await fakeModel(world);
  const channelId = await channelOf(world);
  return asSomebody(world, async (person) => {
    const answer = Promise.withResolvers<void>();
    const stop = await person.watch(channelId, (event) => {
      if (event.type !== 'messages') return;
      const said = event.messages.find(({ role, status }) => role === 'assistant' && status !== 'running');
      if (!said) return;
      const isMarked = said.parts.some((part) => part.type === 'data-citation' && part.data.place !== null);
      if (isMarked) answer.resolve();
      else answer.reject(new Error(`an answer without marks: ${JSON.stringify(said.parts)}`));
    });
    const began = performance.now();
    const { datasetId, sourceId } = await add(world, pdf, `${word}.pdf`);
    const creatorId = people[0]?.userId ?? 0;
    await database.db
      .insertInto('dataset_link')
      .values({ teamId, datasetId, channelId, creatorId })
      .execute();
    await ready(world, sourceId);
    const text = `[[say It says so [cite:1.1 "${word}"].]] What does it say?`;
    await person.trpc.message.send.mutate({ channelId, text, modelId });
    await answer.promise;
    stop();
    return performance.now() - began;
  });
}

async function ready(world: World, sourceId: string, isOver: () => boolean = () => false): Promise<void> {
  await asSomebody(world, async ({ trpc }) => {
    for (;;) {
      const { status } = await trpc.source.get.query({ sourceId });
      if (status === 'failed') throw new Error('the file could not be read');
      if (status === 'ready' || isOver()) return;
      await sleep(LOOK_EVERY_MS);
    }
  });
}

async function add(world: World, pdf: Uint8Array, name: string) {
  const datasetId = await makeDataset(world, name);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), name);
  const response = await fetch(`${world.server.url}/api/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.people[0]?.token}` },
    body: form,
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return asSomebody(world, async ({ trpc }) => {
    const [source] = await trpc.source.addFiles.mutate({ datasetId, files: [{ fileId: data.id }] });
    return { datasetId, sourceId: source?.id ?? '' };
  });
}

async function asSomebody<T>(
  { server, people }: World,
  work: (person: ReturnType<typeof connectPerson>) => Promise<T>,
): Promise<T> {
  const person = connectPerson(server.url, people[0]?.token ?? '');
  try {
    return await work(person);
  } finally {
    person.close();
  }
}

/** Pages of a file that is read beside something else: enough for half a minute. */
const LONG = 1_500;

/** Has one long file after the other read, until told to stop. @returns how to stop */
export function keepReading(world: World): () => Promise<void> {
  let isOver = false;
  const reading = (async () => {
    const prose = new Prose(1);
    for (let n = 0; !isOver; n += 1) {
      const { sourceId } = await add(world, await textPdf(prose, LONG, `beside${n}`), `beside${n}.pdf`);
      await ready(world, sourceId, () => isOver);
    }
  })();
  return async () => {
    isOver = true;
    await reading;
  };
}
