import type { VectorProblem } from '@tandem/shared/dataset/retrieval';
import type { Generated, JSONColumnType } from 'kysely';

/** The models by which the datasets of a team are searched, as administrators chose them. */
export interface RetrievalSettingTable {
  teamId: string;
  /** Null: passages are found without vectors. */
  embeddingModelId: string | null;
  /** Null: what was found is not judged again. */
  rerankModelId: string | null;
  /** The administrator who chose them last, and pays for the vectors of passages. */
  chooserId: number;
  changedAt: Generated<Date>;
}

/** Vectors of a team's passages by one model. A team has two while another model's are being filled in. */
export interface VectorIndexTable {
  id: Generated<number>;
  teamId: string;
  modelId: string;
  /** Numbers of each vector; null before the first one. */
  dimensions: number | null;
  /** Whether it is searched. */
  isReady: Generated<boolean>;
  /** Why filling stopped; null while it goes on. */
  problem: JSONColumnType<VectorProblem> | null;
  /** Times in a row that filling stopped. */
  failures: Generated<number>;
  /** When filling goes on by itself; null with a problem: when someone asks for it. */
  retryAt: Date | null;
  /** The job that fills it, and until when others leave it to that. */
  leaseId: string | null;
  leaseUntil: Date | null;
  createdAt: Generated<Date>;
}

/** How far the passages of one content have vectors. */
export interface VectorContentTable {
  indexId: number;
  extractionId: number;
  /** Passages with a vector, from the beginning. */
  passages: Generated<number>;
}

/** Vectors of consecutive passages of one content. */
export interface VectorBlockTable {
  indexId: number;
  extractionId: number;
  /** Number of the first passage within the content. */
  first: number;
  /** For each passage, the bits by which candidates are found. */
  signatures: Buffer;
  /** For each passage, a scale as a 32-bit float, little-endian, then one signed byte for each number. */
  vectors: Buffer;
}
