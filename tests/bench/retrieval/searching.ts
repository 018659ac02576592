import { connectPerson } from '../subscriber.ts';
import { quantile } from '../table.ts';
import type { World } from '../world.ts';

/** How long searches took, in milliseconds, as who asked over HTTP saw it. */
export interface Searched {
  p50: number;
  p95: number;
  greatest: number;
  count: number;
}

/** Searches a dataset with one question after the other, each as another person. */
export async function searchAll(
  world: World,
  datasetId: string,
  questions: readonly string[],
): Promise<Searched> {
  const times: number[] = [];
  for (const [i, query] of questions.entries()) {
    const person = connectPerson(world.server.url, world.people[i % world.people.length]?.token ?? '');
    const began = performance.now();
    await person.trpc.retrieval.search.query({ datasetId, query });
    times.push(performance.now() - began);
    person.close();
  }
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    greatest: Math.max(...times),
    count: times.length,
  };
}

/** Searches until told to stop. @returns how to stop, which tells what was measured */
export function keepSearching(
  world: World,
  datasetId: string,
  questions: readonly string[],
): () => Promise<Searched> {
  let isOver = false;
  const some = async () => {
    const times: number[] = [];
    for (let i = 0; !isOver; i += 1) {
      const query = questions[i % questions.length] ?? '';
      const { p50 } = await searchAll(world, datasetId, [query]);
      times.push(p50);
    }
    return times;
  };
  const running = some();
  return async () => {
    isOver = true;
    const times = await running;
    return {
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      greatest: Math.max(...times),
      count: times.length,
    };
  };
}
