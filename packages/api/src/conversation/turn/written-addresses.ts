import type { Db } from '@tandem/db';
import { SUBAGENT_TOOL, subagentResultSchema } from '@tandem/shared/agent/subagent';
import { fetchPageTool } from '../../ai/tools/page/fetch-page.ts';
import { MAX_INSTRUCTED, pageOf, spellingOf, writtenIn } from '../../ai/tools/page/written.ts';
import type { WrittenAddresses } from '../../ai/tools/types.ts';
import { findWritten, type Written } from '../../content/message/written.repo.ts';
import type { StoredCall } from '../../content/turn/step.repo.ts';
import { pacer } from '../../core/timing/yield.ts';

/** A call that an answer made before. */
type EarlierCall = Pick<StoredCall, 'toolName' | 'input' | 'askedAt' | 'endedAt'> &
  Partial<Pick<StoredCall, 'output'>>;

/** What may be read without consent: the pages that one written address may mean, by the spellings of it. */
type Pages = Map<string, string[]>;

/**
 * The addresses that one answer may read without consent: those that people wrote in their messages, those in the
 * instructions of the assistant as its editor wrote them, and those that people approved before. Only what was written
 * is read; it counts once, in whichever of its spellings it is read.
 * @param find read at the first call
 * @param earlier calls of the answer before it waited
 */
export function writtenAddresses(
  instructions: string,
  find: () => Promise<Pick<Written, 'texts'> & Partial<Written>>,
  earlier: readonly EarlierCall[] = [],
): WrittenAddresses {
  let known: Promise<Pages> | null = null;
  /** Pages that were read, as `pageOf` spells them. */
  let taken: Set<string> | null = null;
  const collect = async () => {
    const { texts, approved = [] } = await find();
    const pages: Pages = new Map();
    for (const address of writtenIn(instructions, MAX_INSTRUCTED)) add(pages, address);
    for (const input of approved) add(pages, addressOf(input).map(spellingOf));
    const pace = pacer();
    for (const text of texts) {
      for (const address of writtenIn(text)) add(pages, address);
      if (pace.isDue()) await pace.taken();
    }
    return pages;
  };
  return {
    async take(url) {
      // What failed once is read again by the next call.
      known ??= collect().catch((error: unknown) => {
        known = null;
        throw error;
      });
      const pages = await known;
      taken ??= new Set(earlier.flatMap((call) => readBy(call).flatMap(meant(pages))));
      const meantHere = pages.has(spellingOf(url)) ? meant(pages)(url) : [];
      if (meantHere.length === 0 || taken.has(pageOf(url))) return false;
      for (const page of meantHere) taken.add(page);
      return true;
    },
  };
}

/** The same for an answer in a channel, from the path before it. */
export function addressesOnPath(
  db: Db,
  { channelId, answerSeq, instructions }: { channelId: string; answerSeq: number; instructions: string },
  earlier: readonly EarlierCall[],
): WrittenAddresses {
  const place = { channelId, beforeSeq: answerSeq, toolName: fetchPageTool.name };
  return writtenAddresses(instructions, () => findWritten(db, place), earlier);
}

/** Adds an address that was written, by each of its spellings. */
function add(pages: Pages, spellings: readonly string[]): void {
  const all = [...new Set(spellings.map((spelling) => pageOf(new URL(spelling))))];
  for (const spelling of spellings) pages.set(spelling, [...(pages.get(spelling) ?? []), ...all]);
}

/** The pages that are read when an address is: its own, and those that the same written one may mean. */
const meant = (pages: Pages) => (url: URL) => [pageOf(url), ...(pages.get(spellingOf(url)) ?? [])];

/** Whether a call has read an address that nobody was asked about. */
const hasRead = ({ toolName, askedAt, endedAt }: EarlierCall) =>
  toolName === fetchPageTool.name && askedAt === null && endedAt !== null;

/** The addresses that a call has read, its own or those of the sub-agent that it started. */
function readBy(call: EarlierCall): URL[] {
  if (hasRead(call)) return addressOf(call.input);
  if (call.toolName !== SUBAGENT_TOOL) return [];
  const { opened = [] } = subagentResultSchema.safeParse(call.output?.value).data ?? {};
  return opened.flatMap((address) => URL.parse(address) ?? []);
}

/** The address of a call; its whole, as people saw it. */
function addressOf(input: unknown): URL[] {
  const read = fetchPageTool.input.safeParse(input);
  const url = read.success ? URL.parse(read.data.url) : null;
  return url ? [url] : [];
}
