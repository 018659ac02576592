import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import type { ModelKind } from '@tandem/shared/provider/schema';
import type { UsageKind } from '@tandem/shared/usage/schema';
import type { Prices } from '../../ai/prices/pricing.ts';
import type { ImageModel } from '../../ai/providers/images/types.ts';
import type { DocumentTools, OutsideTool } from '../../ai/tools/types.ts';

/** The app, model and provider a turn asks, as they were when it began: they may be gone by its end. */
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
