import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Db } from '@tandem/db';
import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import type { FilePart, Part } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import type { ModelKind } from '@tandem/shared/provider/schema';
import type { UsageKind } from '@tandem/shared/usage/schema';
import type { Prices } from '../../ai/prices/pricing.ts';
import type { ImageModel } from '../../ai/providers/images/types.ts';
import type { DocumentTools, OutsideTool } from '../../ai/tools/types.ts';
import type { PathMessage } from '../../content/message/path.repo.ts';
import type { TurnEnd, TurnRow } from '../../content/turn/turn.repo.ts';

/** Whom a turn asks, as they were when it began: they may have gone by its end. */
export interface Asked {
  appId: string;
  model: Prices & { id: string; name: string; kind: ModelKind };
  provider: { name: string };
}

/** A request beside the answer itself. */
export interface SideRequest {
  kind: Extract<UsageKind, 'title' | 'summary'>;
  status: 'done' | 'failed' | 'stopped';
  inputTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  durationMs: number;
}

/** How an answer is drawn. */
export interface Draws {
  model: ImageModel;
  /** Of its row. */
  modelId: string;
  /** Whether it can begin with pictures. */
  takesPictures: boolean;
}

/** What a conversation is about, beside what is said in it. */
export interface DocumentContext {
  /** Told along with the assistant's instructions. */
  instructions: string;
  /** As it is now; stands with the newest question, as a text of its own. */
  text: string;
  /** What is said of it in a message, as the model knows it. */
  forModel(text: string): string;
  /** What the model says of it, as it is kept. */
  forPeople(text: string): string;
}

/** Everything that a turn needs before it can ask its model. */
export interface TurnPlan {
  /** For an answer that is drawn, what names the channel. */
  model: LanguageModelV4;
  /** Null: it is written. */
  draws: Draws | null;
  /** Tokens. */
  contextWindow: number;
  /** Strings that must not leave in an error. */
  secrets: string[];
  /** The assistant's. */
  instructions: string;
  /** The assistant's, for its model. */
  parameters: AssistantParameters;
  /** Names of tools of ours that the assistant may use and its model can. */
  tools: string[];
  /** Tools of servers outside, likewise. */
  outsideTools: OutsideTool[];
  /** Null: nothing but what is said in it. */
  document: DocumentContext | null;
  /** Documents that its tools may reach; absent: none. */
  documents?: DocumentTools;
  /** Ends what running them opened. Never throws. */
  close(): Promise<void>;
  /** Whether its model sees pictures. */
  vision: boolean;
  /** Whether the channel has no name yet. */
  untitled: boolean;
  asked: Asked;
  /** Micro-credits that the turn holds of budgets; null: none bounds it as it begins. */
  held: number | null;
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
  /** Which of these running turns are of somebody who may not ask there any more, in one query. */
  withoutRight(turnIds: readonly string[]): Promise<string[]>;
  /** Whether the turn's assistant still has a tool, by the name that its list has for it. */
  hasTool(turn: TurnRow, key: string): Promise<boolean>;
  /** Whether a person may approve calls in the turn's channel; asked again before what they approved runs. */
  mayApprove(turn: TurnRow, userId: number): Promise<boolean>;
  /** Up to `limit` messages of the active path before `beforeSeq`, newest last. */
  path(channelId: string, beforeSeq: number, limit: number): Promise<PathMessage[]>;
  /** The beginning of a text file of the channel; null when it is not there. */
  textOf(channelId: string, part: FilePart): Promise<{ text: string; isWhole: boolean } | null>;
  /** A picture of the channel as models take it; null when it is not there or cannot be read. */
  pictureOf(channelId: string, part: FilePart): Promise<{ mediaType: string; data: Uint8Array } | null>;
  /** Holds more of the budgets that bound a turn by now, none of them or several; answers why not. */
  reserve(turn: TurnRow, asked: Asked, amount: number): Promise<MessageError | null>;
  /** Whether no budget that bounds the turn is spent: what nobody asked for is then left out. */
  hasBudget(turn: TurnRow, asked: Asked): Promise<boolean>;
  /** Told of a request beside the answer, whether it succeeded or not. Never throws. */
  onSideRequest(turn: TurnRow, asked: Asked, request: SideRequest): Promise<void>;
  /**
   * Told of an answer that ends, in the transaction that writes its end.
   * @param ended `asked` is null when its process is gone, or it ended before it could ask
   */
  onEnd(
    tx: Db,
    ended: { turn: TurnRow; asked: Asked | null; end: TurnEnd; parts: readonly Part[] },
  ): Promise<void>;
  /**
   * Keeps a picture that a model made for the channel, and what it was asked to show; null when who asked may not any
   * more as it is committed.
   * @throws ProviderStreamError when it is none, or too large
   */
  keepPicture(turn: TurnRow, data: Uint8Array, prompt: string): Promise<FilePart | null>;
  /** Removes a kept picture that no message shows. */
  dropPicture(turn: TurnRow, part: FilePart): Promise<void>;
  /** Makes the channel's next waiting message its newest, with a turn owned by this process; null if there is none. */
  takeNext(channelId: string): Promise<string | null>;
  /** Channels in which messages wait although nothing runs there. */
  forgottenQueues(): Promise<string[]>;
  /** Told last of a turn that this process ended; the next may run already. */
  ended(turn: TurnRow, status: TurnEnd['status']): Promise<void>;
  /** Names the channel, unless it has a name by now. */
  setTitle(channelId: string, title: string): Promise<void>;
}
