import * as z from 'zod';
import type { CompletionEnd } from '../completion/schema.ts';
import { type BlockInput, blocksSchema } from '../document/blocks.ts';
import { documentByIdSchema } from '../document/requests.ts';

/** Tasks for a model in a document; the last has custom instructions. */
export const suggestionTasks = [
  'continue',
  'improve',
  'shorten',
  'lengthen',
  'correct',
  'translate',
  'custom',
] as const;
export type SuggestionTask = (typeof suggestionTasks)[number];

/** Tasks that need no selection. */
export const tasksWithoutSelection: readonly SuggestionTask[] = ['continue', 'custom'];

/** Maximum length of custom instructions, in characters. */
export const MAX_SUGGESTION_PROMPT = 4_000;
/**
 * Maximum length of a selection as Markdown, in characters: a longer one could not be returned completely.
 */
export const MAX_SELECTION = 24_000;
/** Maximum length of an inserted suggestion, in characters. */
export const MAX_SUGGESTION = 200_000;

const line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
const blockId = z.string().regex(/^[\w-]{1,64}$/u);

export const askSuggestionSchema = documentByIdSchema
  .extend({
    task: z.enum(suggestionTasks),
    /** Target language of a translation, in any language. */
    language: line.max(60).default(''),
    /** Custom instructions. */
    prompt: z
      .string()
      .trim()
      .max(MAX_SUGGESTION_PROMPT)
      .overwrite((text) => text.replaceAll('\0', '').toWellFormed())
      .default(''),
    /** The words that it is about, as Markdown or blocks. */
    selection: z
      .union([z.string().overwrite((text) => text.replaceAll('\0', '').toWellFormed()), blocksSchema])
      .default(''),
    /** The first and last block of the selection, or the one in which the cursor stands; absent: the document's end. */
    blockId: blockId.optional(),
    lastBlockId: blockId.optional(),
  })
  .superRefine(({ task, language, prompt, selection }, ctx) => {
    const need = (path: string) => ctx.addIssue({ code: 'custom', path: [path], message: 'is needed' });
    if (task === 'translate' && language === '') need('language');
    if (task === 'custom' && prompt === '') need('prompt');
    if (selection.length === 0 && !tasksWithoutSelection.includes(task)) need('selection');
  });
export type AskSuggestion = z.output<typeof askSuggestionSchema>;

export const acceptSuggestionSchema = z.strictObject({
  documentId: z.uuid(),
  text: z.string().trim().min(1).max(MAX_SUGGESTION),
});

/** Events of a suggestion. */
export type SuggestionEvent =
  | { type: 'began'; model: { id: string; name: string } }
  | { type: 'grew'; text: string }
  | ({ type: 'ended' } & CompletionEnd);

/** A suggestion about to be inserted into a document. */
export interface AcceptedSuggestion {
  /** Its blocks, without ids. */
  blocks: BlockInput[];
  /** The version that holds the document as it was; null where it was empty. */
  versionId: string | null;
}
