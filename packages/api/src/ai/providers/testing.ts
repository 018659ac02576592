import type { LanguageModelV4 } from '@ai-sdk/provider';
import { stepCountIs, streamText, type TextStreamPart, type ToolSet } from 'ai';
import { type FakeProvider, startFakeProvider } from '../../../../../tests/fakes/provider/server.ts';
import { createGuardedFetch, type GuardedFetch } from '../../core/fetch/guarded-fetch.ts';
import { classifyProviderError } from '../errors/classify.ts';
import { createModels } from './models.ts';
import type { Models, ProviderConnection } from './types.ts';

export const KEY = 'sk-test-1234567890-secret';
export const kinds = ['openai', 'openai-compatible', 'anthropic', 'google', 'ollama'] as const;
export type Kind = (typeof kinds)[number];

export interface RunOptions {
  question: string;
  model?: string;
  tools?: ToolSet;
  signal?: AbortSignal;
  chunkMs?: number;
}

/** For tests: the fake provider, and models that reach it over HTTP. */
export interface WireStage {
  fake: FakeProvider;
  fetcher: GuardedFetch;
  models: Models;
  connection(kind: Kind, change?: Partial<ProviderConnection>): ProviderConnection;
  modelOf(kind: Kind, modelId?: string): LanguageModelV4;
  /** Reads a stream to its end and collects what the turn engine would see. */
  run(kind: Kind, options: RunOptions): ReturnType<typeof gather>;
  close(): Promise<void>;
}

/** Sets the stage; close it in the end. */
export async function wireStage(): Promise<WireStage> {
  const fake = await startFakeProvider();
  const fetcher = createGuardedFetch({ allowPrivateHosts: ['127.0.0.1'] });
  const models = createModels({ fetch: fetcher });
  const connection: WireStage['connection'] = (kind, change = {}) => {
    const apiHost = fake.urls[kind === 'openai-compatible' ? 'openai' : kind];
    return { id: 'p1', kind, apiKey: KEY, apiHost, keepAliveTime: 0, ...change };
  };
  const modelOf: WireStage['modelOf'] = (kind, modelId = 'fake-text') =>
    models.languageModel(connection(kind), modelId);
  return {
    fake,
    fetcher,
    models,
    connection,
    modelOf,
    run: (kind, options) => gather(modelOf(kind, options.model), options),
    async close() {
      await fetcher.close();
      await fake.close();
    },
  };
}

async function gather(model: LanguageModelV4, { question, tools, signal, chunkMs }: RunOptions) {
  let abortReason: unknown;
  const { stream } = streamText({
    model,
    messages: [{ role: 'user', content: question }],
    instructions: 'Be brief.',
    stopWhen: stepCountIs(4),
    maxRetries: 0,
    timeout: { ...(chunkMs && { chunkMs }) },
    onError: () => {},
    onAbort: ({ reason }) => {
      abortReason = reason;
    },
    ...(tools && { tools }),
    ...(signal && { abortSignal: signal }),
  });
  const parts: TextStreamPart<ToolSet>[] = [];
  for await (const part of stream) parts.push(part);
  const join = (type: 'text-delta' | 'reasoning-delta') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('');
  const error = parts.find((part) => part.type === 'error');
  return {
    parts,
    types: parts.map((part) => part.type),
    text: join('text-delta'),
    reasoning: join('reasoning-delta'),
    errors: parts.filter((part) => part.type === 'error').length,
    failure: error ? classifyProviderError(error.error, [KEY]) : null,
    finish: parts.find((part) => part.type === 'finish'),
    abortReason,
  };
}
