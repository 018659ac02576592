import type { JsonObject } from './json.ts';

export interface OfferedTool {
  name: string;
  /** JSON schema of its input. */
  schema: JsonObject;
}

/** The content of a request, independent of its wire protocol. */
export interface Question {
  model: string;
  stream: boolean;
  /** System instructions, joined. */
  instructions: string;
  /** Last message a person wrote. */
  user: string;
  /** Number of images in the conversation. */
  images: number;
  /** The number of messages in the request, without instructions. */
  messages: number;
  tools: OfferedTool[];
  /** Results of tools sent after the last message of a person, oldest first. */
  results: { name: string; output: string }[];
  /** Why the provider refuses the order of the messages. */
  disorder?: string | null;
  /** Characters of everything, for counting tokens. */
  characters: number;
}
