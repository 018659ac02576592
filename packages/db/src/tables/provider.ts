import type { ModelAbilities, ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import type { Generated, JSONColumnType } from 'kysely';

export interface ProviderTable {
  id: Generated<string>;
  /** Null: of the installation, offered to every team. */
  teamId: string | null;
  kind: ProviderKind;
  name: string;
  /** Encrypted, bound to this row and its host; null when the service needs none. */
  apiKey: Buffer | null;
  apiHost: string;
  /** Seconds a local service keeps the model loaded; 0 leaves it to the service. */
  keepAliveTime: Generated<number>;
  enabled: Generated<boolean>;
  createdAt: Generated<Date>;
  /** The environment's service that created it; null for a person's. */
  origin: string | null;
  /** Digest of the environment's values when they were last applied: a later change is applied too. */
  originFingerprint: string | null;
  /** The person who added it; null for the environment. */
  creatorId: Generated<number | null>;
  /** Time of the last refresh of its models; null for never. */
  listedAt: Generated<Date | null>;
}

export interface ModelTable {
  id: Generated<string>;
  providerId: string;
  /** The provider's own name for it. */
  modelId: string;
  name: string;
  kind: ModelKind;
  abilities: JSONColumnType<ModelAbilities>;
  /** Tokens. */
  contextWindow: number;
  enabled: Generated<boolean>;
  sort: Generated<number>;
  /** Micro-credits (one credit is US$0.01 at list price) for a million tokens; null: not known. */
  inputPrice: Generated<number | null>;
  outputPrice: Generated<number | null>;
  /** Micro-credits for one picture; null: not known. */
  imagePrice: Generated<number | null>;
  /** Whether the provider listed it at the last refresh. */
  isListed: Generated<boolean>;
  /** Whether a person changed it, so that refreshing the list leaves it as it is. */
  isEdited: Generated<boolean>;
}
