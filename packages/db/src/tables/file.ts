import type { Generated } from 'kysely';

/** A file and what it belongs to: a channel, an app, or so far only its uploader. */
export interface FileTable {
  id: Generated<string>;
  /** Null: a portrait, which outlives teams, or an upload of someone who is in none. */
  teamId: string | null;
  uploaderId: number;
  appId: string | null;
  channelId: string | null;
  /** The assistant whose picture it is. */
  assistantId: Generated<string | null>;
  /** It is the portrait of its uploader, or of an assistant. */
  isAvatar: Generated<boolean>;
  /** It is the picture of its team. */
  isLogo: Generated<boolean>;
  /** As its uploader called it. */
  name: string;
  /** As its bytes say, never as was claimed. */
  mediaType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of its bytes in hexadecimal, under which they are stored. */
  hash: string;
  /** Pixels; null for what is no image. */
  width: number | null;
  height: number | null;
  createdAt: Generated<Date>;
}

/** Content that a deleted row leaves behind, to be removed once no other row has it. */
export interface FileLeftoverTable {
  hash: string;
}
