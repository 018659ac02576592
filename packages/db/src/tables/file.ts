import type { Generated } from 'kysely';

/** A file and its owner: a channel, an app, or so far only its uploader. */
export interface FileTable {
  id: Generated<string>;
  /** Null for an avatar, which outlives teams, or an upload of someone without a team. */
  teamId: string | null;
  uploaderId: number;
  appId: string | null;
  channelId: string | null;
  /** The assistant whose picture it is. */
  assistantId: Generated<string | null>;
  /** Whether it is the avatar of its uploader or an assistant. */
  isAvatar: Generated<boolean>;
  /** Whether it is the picture of its team. */
  isLogo: Generated<boolean>;
  /** As its uploader called it. */
  name: string;
  /** As its bytes say, never as was claimed. */
  mediaType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of its bytes in hexadecimal, under which they are stored. */
  hash: string;
  /** Pixels; null unless it is an image. */
  width: number | null;
  height: number | null;
  createdAt: Generated<Date>;
}

/** Content that a deleted row leaves behind, to be removed once no other row has it. */
export interface FileLeftoverTable {
  hash: string;
}

/** Content that a channel keeps without a file of its own. */
export interface KeptContentTable {
  channelId: string;
  hash: string;
  /** Bytes. */
  size: number;
  /** When something last asked that it be kept: what has just been kept is named by no state yet. */
  keptAt: Generated<Date>;
}
