import type { SourceKind, SourceProblem } from '@tandem/shared/dataset/source';
import type { Generated, GeneratedAlways } from 'kysely';

/** The sources of a channel of kind dataset or chatpdf; has its channel's id. */
export interface DatasetTable {
  channelId: string;
  teamId: string;
  /** Rises with every change of its sources. */
  revision: Generated<number>;
}

/** An assistant or a channel whose answers may use a dataset; one of the two is null. */
export interface DatasetLinkTable {
  id: Generated<string>;
  teamId: string;
  datasetId: string;
  assistantId: string | null;
  channelId: string | null;
  /** The person who attached it, and so answers for its readers. */
  creatorId: number;
  createdAt: Generated<Date>;
}

/** One entry of a dataset's tree. */
export interface SourceTable {
  id: Generated<string>;
  teamId: string;
  datasetId: string;
  /** Its folder, or the sitemap that listed it; null at the top. */
  parentId: string | null;
  kind: SourceKind;
  /** Of a document its own, empty while it has none. */
  name: string;
  /** How it is spelt in pinyin: see `spell`; null until somebody spells it. */
  spelling: Generated<string | null>;
  /** Puts sources in order by name; compared by bytes. */
  sortKey: GeneratedAlways<string>;
  /** The file with its content, which belongs to the dataset's channel; null for folders, and before the first fetch. */
  fileId: string | null;
  /** The format that its content is read as: see `extraction`. */
  hash: string | null;
  format: string | null;
  /** Address of a web page or sitemap. */
  url: string | null;
  etag: string | null;
  /** Hours between fetches; null for never again. */
  refreshHours: number | null;
  fetchedAt: Date | null;
  nextFetchAt: Date | null;
  /** When a fetch was asked for that has not begun; null for none. */
  fetchAskedAt: Date | null;
  /** The workspace's document that it follows. */
  documentId: string | null;
  /** The document's change at which its text was taken. */
  documentSeq: number | null;
  /** Why its content could not be fetched; reading has problems of its own. */
  problem: SourceProblem | null;
  creatorId: number;
  clientKey: string | null;
  createdAt: Generated<Date>;
  /** When its content last changed. */
  changedAt: Generated<Date>;
  /** The dataset's revision at which it last changed. */
  revision: Generated<number>;
}

/** A passage that searches of one dataset leave out. */
export interface PassageExclusionTable {
  datasetId: string;
  extractionId: number;
  n: number;
}
