import type { OutlineEntry } from '@tandem/shared/file/reading';
import type { MessageError } from '@tandem/shared/message/schema';
import type { Language } from '@tandem/shared/user/schema';
import type { Generated, JSONColumnType } from 'kysely';

/** An overview of a content for one team and language. */
export interface SourceOverviewTable {
  id: Generated<string>;
  teamId: string;
  hash: string;
  format: string;
  language: Language;
  status: Generated<'making' | 'ready' | 'failed'>;
  /** Rises with every attempt: only the last one's result counts. */
  attempt: Generated<number>;
  /** When the last attempt was claimed. */
  claimedAt: Generated<Date>;
  error: JSONColumnType<MessageError, string | null | undefined, string | null> | null;
  summary: Generated<string>;
  outline: JSONColumnType<OutlineEntry[], string | undefined, string>;
  questions: JSONColumnType<string[], string | undefined, string>;
  model: string | null;
  isExtract: Generated<boolean>;
}
