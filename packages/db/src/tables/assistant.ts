import type { AssistantParameters } from '@tandem/shared/assistant/schema';
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
  /** Names of built-in tools, and `mcp:` with the id of a server's tool. */
  tools: JSONColumnType<string[]>;
  createdAt: Generated<Date>;
  description: Generated<string>;
  parameters: JSONColumnType<AssistantParameters, string | undefined, string>;
  /** Questions to begin with. */
  starters: JSONColumnType<string[], string | undefined, string>;
  /** It answers in its app's channels that name no other. At most one of an app; without one, the oldest. */
  isDefault: Generated<boolean>;
  /** Its messages keep its name and picture; nothing else of it is left. */
  deletedAt: Generated<Date | null>;
  updatedAt: Generated<Date>;
  /** Spelling of the name; empty for nothing to spell, null when not computed yet. */
  spelling: Generated<string | null>;
}
