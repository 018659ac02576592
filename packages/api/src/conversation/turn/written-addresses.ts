import type { Db } from '@tandem/db';
import { fetchPageTool } from '../../ai/tools/page/fetch-page.ts';
import { MAX_INSTRUCTED, spellingOf, writtenIn } from '../../ai/tools/page/written.ts';
import type { WrittenAddresses } from '../../ai/tools/types.ts';
import { findWritten, type Written } from '../../content/message/written.repo.ts';
import { pacer } from '../../core/timing/yield.ts';

/**
 * The addresses that one answer may read without consent: those that people wrote in their messages, those in the
 * instructions of the assistant as its editor wrote them, and those that people approved before.
 * @param find read at the first call
 */
export function writtenAddresses(
  instructions: string,
  find: () => Promise<Pick<Written, 'texts'> & Partial<Written>>,
): WrittenAddresses {
  let left: Promise<Set<string>> | null = null;
  const collect = async () => {
    const { texts, approved = [] } = await find();
    const all = new Set([...writtenIn(instructions, MAX_INSTRUCTED), ...approved.flatMap(addressOf)]);
    const pace = pacer();
    for (const text of texts) {
      for (const spelling of writtenIn(text)) all.add(spelling);
      if (pace.isDue()) await pace.taken();
    }
    return all;
  };
  return {
    async take(url) {
      // What failed once is read again by the next call.
      left ??= collect().catch((error: unknown) => {
        left = null;
        throw error;
      });
      return (await left).delete(spellingOf(url));
    },
  };
}

/** The same for an answer in a channel, from the path before it. */
export function addressesOnPath(
  db: Db,
  { channelId, answerSeq, instructions }: { channelId: string; answerSeq: number; instructions: string },
): WrittenAddresses {
  const place = { channelId, beforeSeq: answerSeq, toolName: fetchPageTool.name };
  return writtenAddresses(instructions, () => findWritten(db, place));
}

/** The address of an approved call; its whole, as people saw it. */
function addressOf(input: unknown): string[] {
  const read = fetchPageTool.input.safeParse(input);
  const url = read.success ? URL.parse(read.data.url) : null;
  return url ? [spellingOf(url)] : [];
}
