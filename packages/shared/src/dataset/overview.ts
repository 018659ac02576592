import * as z from 'zod';
import type { OutlineEntry } from '../file/reading.ts';
import type { MessageError } from '../message/schema.ts';

/** Where the overview of a source stands, for one reader. */
export const overviewStatuses = ['none', 'making', 'ready', 'failed'] as const;
export type OverviewStatus = (typeof overviewStatuses)[number];

/** A summary of a source, its outline and three questions, made once for its content and a language. */
export interface SourceOverview {
  /** `none`: nobody has asked for it yet. */
  status: OverviewStatus;
  /** Plain text; "" until it is ready. */
  summary: string;
  outline: OutlineEntry[];
  questions: string[];
  /** Name of the model that wrote it; null until it is ready. */
  model: string | null;
  /** Whether its words were only picked from the source, by the built-in model. */
  isExtract: boolean;
  /** Why it failed; null otherwise. */
  error: MessageError | null;
}

/** Questions of an overview. */
export const OVERVIEW_QUESTIONS = 3;
/** Entries of an outline that are shown. */
export const MAX_OVERVIEW_OUTLINE = 30;

/** A host with a path, or below a host: who clicks a question sends it, and then it is a person who wrote it. */
const ADDRESS =
  /[\p{L}\p{N}-]\.(?:[\p{L}\p{N}-]+\.)*\p{L}{2,}(?::\d+)?(?:\/|[?#]\S)|[\p{L}\p{N}-]\.[\p{L}\p{N}-]+\.\p{L}{2,}/u;

/** Whether a question holds nothing that could be mistaken for a command, an address or a mention. */
export function isHarmlessQuestion(text: string): boolean {
  return !/https?:|www\.|@|[<>{}`\\]/iu.test(text) && !ADDRESS.test(text);
}

/** One harmless line of plain text that asks something. */
const question = z
  .string()
  .transform((text) => oneLine(text))
  .pipe(
    z
      .string()
      .min(5)
      .max(200)
      .regex(/[?？]$/u),
  )
  .refine(isHarmlessQuestion);

/** The overview as a model writes it; anything else is refused as a whole. */
export const writtenOverviewSchema = z.object({
  summary: z
    .string()
    .transform((text) => oneLine(text))
    .pipe(z.string().min(1).max(2_000)),
  outline: z
    .array(
      z.object({
        title: z
          .string()
          .transform((text) => oneLine(text))
          .pipe(z.string().min(1).max(160)),
        page: z.int().min(1).max(1_000_000),
      }),
    )
    .max(MAX_OVERVIEW_OUTLINE)
    .default([]),
  questions: z.array(question).length(OVERVIEW_QUESTIONS),
});
export type WrittenOverview = z.output<typeof writtenOverviewSchema>;

/** Text without control characters, marks that reorder it, and line breaks. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
}

export const overviewSchema = z.strictObject({ sourceId: z.uuid() });
