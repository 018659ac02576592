import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Db } from '@tandem/db';
import type { FilePart, Part } from '@tandem/shared/message/parts';
import type { MessageRole } from '@tandem/shared/message/schema';
import type { OutsideTool } from '../tools/types.ts';
import type { TurnEnd, TurnRow } from './turn.repo.ts';

/** A message of the active path as a turn reads it. */
export interface PathMessage {
  seq: number;
  role: MessageRole;
  /** The person's or the assistant's name. */
  name: string;
  authorId: number | null;
  parts: Part[];
}

/** Everything that a turn needs before it can ask its model. */
export interface TurnPlan {
  model: LanguageModelV4;
  /** Tokens. */
  contextWindow: number;
  /** Strings that must not leave in an error. */
  secrets: string[];
  /** The assistant's. */
  instructions: string;
  /** Names of tools of ours that the assistant may use and its model can. */
  tools: string[];
  /** Tools of servers outside, likewise. */
  outsideTools: OutsideTool[];
  /** Ends what running them opened. Never throws. */
  close(): Promise<void>;
  /** Whether its model sees pictures. */
  vision: boolean;
  /** Whether the channel has no name yet. */
  untitled: boolean;
}

/** What the engine asks of the nouns: it knows models and streams, they know channels, people and rights. */
export interface TurnHost {
  /**
   * @returns null when the person who asked may not do so any more
   * @throws AppError when no model is there to answer
   */
  plan(turn: TurnRow): Promise<TurnPlan | null>;
  /** Whether the person who asked may still do so; asked again before each tool runs. */
  mayGoOn(turn: TurnRow): Promise<boolean>;
  /** Up to `limit` messages of the active path before `beforeSeq`, newest last. */
  path(channelId: string, beforeSeq: number, limit: number): Promise<PathMessage[]>;
  /** The beginning of a text file of the channel; null when it is not there. */
  textOf(channelId: string, part: FilePart): Promise<{ text: string; isWhole: boolean } | null>;
  /** A picture of the channel as models take it; null when it is not there or cannot be read. */
  pictureOf(channelId: string, part: FilePart): Promise<{ mediaType: string; data: Uint8Array } | null>;
  /** Told of an answer that ends, in the transaction that writes its end. */
  onEnd(tx: Db, messageId: string, parts: readonly Part[]): Promise<void>;
  /** Makes the channel's next waiting message its newest, with a turn owned by this process; null if there is none. */
  takeNext(channelId: string): Promise<string | null>;
  /** Channels in which messages wait although nothing runs there. */
  forgottenQueues(): Promise<string[]>;
  /** Told last of a turn that this process ended; the next may run already. */
  ended(turn: TurnRow, status: TurnEnd['status']): Promise<void>;
  /** Names the channel, unless it has a name by now. */
  setTitle(channelId: string, title: string): Promise<void>;
}
