import type { JsonObject } from './json.ts';

export interface OfferedTool {
  name: string;
  /** JSON schema of its input. */
  schema: JsonObject;
}

/** What a request asks, freed of its wire protocol. */
export interface Question {
  model: string;
  stream: boolean;
  /** System instructions, joined. */
  instructions: string;
  /** Last message a person wrote. */
  user: string;
  /** Number of images in the conversation. */
  images: number;
  /** How many messages the request carries, instructions aside. */
  messages: number;
  tools: OfferedTool[];
  /** Results of tools sent after the last message of a person, oldest first. */
  results: { name: string; output: string }[];
  /** Characters of everything, for counting tokens. */
  characters: number;
}
