import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import type { ModelKind } from '@tandem/shared/provider/schema';
import type { UsageKind } from '@tandem/shared/usage/schema';
import type { RunRow } from '../../agent/run/run.repo.ts';
import type { AgentEquipment } from '../../agent/tool/agent-tools.ts';
import type { Prices } from '../../ai/prices/pricing.ts';
import type { ImageModel } from '../../ai/providers/images/types.ts';
import type { DocumentTools, OutsideTool } from '../../ai/tools/types.ts';

/** The app, model and provider a turn uses, as of its start: they may be gone by its end. */
export interface Asked {
  appId: string;
  model: Prices & { id: string; name: string; kind: ModelKind };
  provider: { name: string };
}

/** A request besides the answer itself. */
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
  /** Id of its row. */
  modelId: string;
  /** Whether it accepts input pictures. */
  takesPictures: boolean;
}

/** The document a conversation is about. */
export interface DocumentContext {
  /** Sent along with the assistant's instructions. */
  instructions: string;
  /** Its current state; sent with the newest question as a separate text. */
  text: string;
  /** Converts citations in a message to the model's form. */
  forModel(text: string): string;
  /** Converts citations in the model's text to the stored form. */
  forPeople(text: string): string;
}

/** Everything a turn needs before asking its model. */
export interface TurnPlan {
  /** For a drawn answer, the model that titles the channel. */
  model: LanguageModelV4;
  /** Null: it is written. */
  draws: Draws | null;
  /** Tokens. */
  contextWindow: number;
  /** Strings that must not leave in an error. */
  secrets: string[];
  /** The assistant's. */
  instructions: string;
  /** The same as their editor wrote them, without the values of variables; "" for none. */
  writtenInstructions: string;
  /** The assistant's, for its model. */
  parameters: AssistantParameters;
  /** Whether its model can call tools. */
  takesTools: boolean;
  /** Names of built-in tools that the assistant may use and its model supports. */
  tools: string[];
  /** Tools of servers outside, likewise. */
  outsideTools: OutsideTool[];
  /** Null without a document. */
  document: DocumentContext | null;
  /** What a run of an agent has besides; null for an answer in chat. */
  run: (AgentEquipment & { row: RunRow }) | null;
  /** Documents its tools may reach; absent for none. */
  documents?: DocumentTools;
  /** Closes what its tools opened. Never throws. */
  close(): Promise<void>;
  /** Whether its model can see pictures. */
  vision: boolean;
  /** Whether the channel has no name yet. */
  untitled: boolean;
  asked: Asked;
  /** Micro-credits reserved at its start; null when no budget applies. */
  held: number | null;
}
