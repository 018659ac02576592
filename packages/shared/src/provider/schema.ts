/** The services a provider row can speak to. */
export const providerKinds = [
  'openai',
  'openai-compatible',
  'anthropic',
  'google',
  'ollama',
  'offline',
] as const;
export type ProviderKind = (typeof providerKinds)[number];

export const modelKinds = ['chat', 'image', 'embedding', 'transcription'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** What a chat model can do beyond text. */
export interface ModelAbilities {
  tools: boolean;
  vision: boolean;
  reasoning: boolean;
}

/** A model a person may choose. */
export interface Model {
  id: string;
  modelId: string;
  name: string;
  kind: ModelKind;
  abilities: ModelAbilities;
  /** Tokens that fit in one request and its answer together. */
  contextWindow: number;
  provider: { id: string; name: string; kind: ProviderKind };
}
