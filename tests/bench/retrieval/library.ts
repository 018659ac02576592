import { sql } from 'kysely';
import { step } from '../progress.ts';
import type { World } from '../world.ts';
import { addReadFile, makeDataset } from './dataset.ts';
import { Prose } from './prose.ts';

/** Pages of files: many small ones, and a few long ones. */
const SMALL_FILES = 4_000;
const LONG_FILES = 6;
const PAGES = { small: 5, long: 1_700 };
const WORDS_OF_A_PAGE = 350;
/** Files that are stored at the same time. */
const AT_ONCE = 2;

export interface Library {
  datasetId: string;
  passages: number;
  files: number;
  questions: string[];
}

/** A dataset of about a hundred thousand passages. Takes some minutes. */
export async function makeLibrary(world: World, questions: number): Promise<Library> {
  const { db } = world.database;
  const prose = new Prose(15);
  const datasetId = await makeDataset(world, 'Library');
  const files = SMALL_FILES + LONG_FILES;
  let made = 0;
  const add = async () => {
    while (made < files) {
      const n = made;
      made += 1;
      if (n % 1_000 === 0) step(`  ${n.toLocaleString('en')} of ${files.toLocaleString('en')} files`);
      const isLong = n % Math.ceil(files / LONG_FILES) === 0;
      const pages = Array.from({ length: isLong ? PAGES.long : PAGES.small }, (_, page) => {
        // A long file goes from one subject to the next.
        const subject = prose.subject(isLong ? n + Math.floor(page / 20) : n);
        return { label: String(page + 1), text: prose.text(subject, WORDS_OF_A_PAGE) };
      });
      await addReadFile(world, datasetId, { name: `File ${n}`, pages });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
  await sql`vacuum analyze`.execute(db);
  const { passages } = await db
    .selectFrom('source')
    .innerJoin('extraction', (on) =>
      on.onRef('extraction.hash', '=', 'source.hash').onRef('extraction.format', '=', 'source.format'),
    )
    .select(({ fn }) => fn.sum<number>('extraction.passages').as('passages'))
    .where('source.datasetId', '=', datasetId)
    .executeTakeFirstOrThrow();
  return {
    datasetId,
    passages: Number(passages),
    files,
    questions: Array.from({ length: questions }, () => prose.question()),
  };
}
