import * as z from 'zod';
import type { ProviderProblem } from '../provider/schema.ts';

export const configureRetrievalSchema = z.strictObject({
  /** Row of an embedding model that the team may use; null to search without vectors. */
  embeddingModelId: z.uuid().nullable(),
  /** Row of a reranker that the team may use; null for none. */
  rerankModelId: z.uuid().nullable(),
});
export type ConfigureRetrieval = z.output<typeof configureRetrievalSchema>;

/** Why vectors are not being made; its sentence has the key `error:<key>`. */
export interface VectorProblem extends ProviderProblem {
  params?: Record<string, string | number>;
}

/** How far the passages of a team have vectors by the model that was chosen. */
export interface VectorProgress {
  modelId: string;
  /** Whether searches use them; before, they use those of the model chosen earlier. */
  isReady: boolean;
  /** Passages of the team's datasets, and how many of them have a vector. */
  passages: number;
  filled: number;
  /** Why filling stopped; null while it goes on. */
  problem: VectorProblem | null;
  /** When filling goes on by itself; null with a problem: when someone asks for it. */
  retryAt: Date | null;
}

/** The models by which a team's datasets are searched. */
export interface RetrievalSettings {
  /** Null when none was chosen. */
  embedding: VectorProgress | null;
  /** The model whose vectors are searched until those of the chosen one are complete; null otherwise. */
  formerModelId: string | null;
  rerankModelId: string | null;
}
