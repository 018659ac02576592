import type { ModelAbilities, ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import type { Generated, JSONColumnType } from 'kysely';

export interface AssistantTable {
  id: Generated<string>;
  teamId: string;
  /** The app it belongs to; null: its owner's own. */
  appId: string | null;
  ownerId: number;
  name: string;
  avatar: Generated<string>;
  instructions: Generated<string>;
  modelId: string | null;
  tools: JSONColumnType<string[]>;
  createdAt: Generated<Date>;
}

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
  /** Which of the environment's services made it; null: a person did. */
  origin: string | null;
  /** Digest of the environment's values when they were last taken over: a later change is taken over too. */
  originFingerprint: string | null;
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
}
