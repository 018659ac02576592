import type { Db } from '@tandem/db';
import type { GroundingUse } from '@tandem/shared/dataset/citation';
import { estimateText } from '../../ai/context/context.ts';
import { sourcesText } from '../../ai/context/sources.ts';
import { sourceToolNames } from '../../ai/tools/tools.ts';
import type { Platform } from '../../core/platform.ts';
import type { AnswerSources, NumberedPage } from './answer-sources.ts';
import { CITE, RECKON, SEARCH, WHOLE, WITHOUT_TOOLS } from './instructions.ts';
import { isOfSheet, pageId, sourceTools } from './tools.ts';
import type { Usable } from './usable.repo.ts';

/** Tokens of sources that go into the model's input at most: more costs much with every question. */
const MAX_WHOLE = 60_000;
/** More characters than so many tokens can have. */
const CHARACTERS_PER_TOKEN = 5;
/** The tool that a model gets for sheets which it has before it: models reckon badly by themselves. */
const TABLE_TOOL = 'query_table';
/** Pages that are worth counting the characters of. */
const MAX_WHOLE_PAGES = 1_000;

/** The sources of an answer, and how its model reads them. */
export interface Grounding {
  use: GroundingUse;
  /** Sent along with the assistant's instructions. */
  instructions: string;
  /**
   * Sent as a separate text: with the newest question, or before the whole conversation where it is the same for each
   * question; null when the model searches.
   */
  text: string | null;
  /** Tools that the model gets, whatever tools the assistant has. */
  tools: readonly string[];
}

export interface GroundingInput {
  /** Tokens that the texts of sources may take. */
  room: number;
  /** Whether the model can call tools. */
  takesTools: boolean;
  /** The question, for a model that cannot search by itself. */
  question: string;
}

/**
 * Decides how an answer reads the sources that it may use: their whole text when it fits, else by tools. A model
 * without tools gets what a search for the question finds.
 * @returns null without sources
 */
export async function groundAnswer(
  context: { db: Db; platform: Platform },
  sources: AnswerSources,
  { datasets, ready, pending, pages }: Usable,
  { room, takesTools, question }: GroundingInput,
): Promise<Grounding | null> {
  if (ready + pending === 0) return null;
  const use = { ready, pending, datasets };
  const whole = pages <= MAX_WHOLE_PAGES ? await wholeText(sources, Math.min(room, MAX_WHOLE)) : null;
  if (whole !== null) {
    const reckons = takesTools && whole.hasRows;
    return {
      use: { ...use, mode: 'whole' },
      instructions: [WHOLE, reckons ? RECKON : '', CITE, stillReading(pending)].filter(Boolean).join('\n'),
      text: whole.text,
      tools: reckons ? [TABLE_TOOL] : [],
    };
  }
  if (takesTools)
    return {
      use: { ...use, mode: 'search' },
      instructions: [SEARCH, RECKON, CITE, stillReading(pending)].filter(Boolean).join('\n'),
      text: null,
      tools: sourceToolNames,
    };
  return {
    use: { ...use, mode: 'search' },
    instructions: [WITHOUT_TOOLS, CITE, stillReading(pending)].filter(Boolean).join('\n'),
    text: await foundText(context, sources, question, room),
    tools: [],
  };
}

/** All that can be read, and whether rows of sheets are among it; null when that takes more tokens. */
async function wholeText(
  sources: AnswerSources,
  room: number,
): Promise<{ text: string; hasRows: boolean } | null> {
  if (room <= 0 || (await sources.characters()) > room * CHARACTERS_PER_TOKEN) return null;
  const pages = await sources.allPages({ from: 1, to: MAX_WHOLE_PAGES });
  const text = sourcesText(grouped(pages));
  return estimateText(text) <= room ? { text, hasRows: pages.some(isOfSheet) } : null;
}

function grouped(pages: readonly NumberedPage[]) {
  return [...Map.groupBy(pages, ({ n }) => n)].map(([n, own]) => ({
    number: n,
    name: own[0]?.name ?? '',
    pages: own.map((page) => ({ id: pageId(page), label: page.label, text: page.text })),
  }));
}

/** The passages that fit a question, as many as there is room for. */
async function foundText(
  context: { db: Db; platform: Platform },
  sources: AnswerSources,
  question: string,
  room: number,
): Promise<string> {
  const { passages } = await sourceTools(context, sources).search(question.slice(0, 2_000) || '?');
  const fitting: typeof passages = [];
  let left = room;
  for (const passage of passages) {
    left -= estimateText(passage.text);
    if (left < 0) break;
    fitting.push(passage);
  }
  const bySource = Map.groupBy(fitting, ({ id }) => Number(id.split('.')[0]));
  return sourcesText(
    [...bySource].map(([number, pages]) => ({ number, name: pages[0]?.source ?? '', pages })),
  );
}

function stillReading(pending: number): string {
  return pending === 0
    ? ''
    : `${pending} of the sources ${pending === 1 ? 'is' : 'are'} still being read and cannot be used yet; say so if the answer may depend on it.`;
}
