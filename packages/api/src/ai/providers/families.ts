import type { ModelAbilities, ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import { knownPrices, type ModelPrices } from '../prices/prices.ts';
import type { ModelDraft } from './types.ts';

/** Context window assumed for an unknown model: smaller than that of nearly every model in use. */
const UNKNOWN_CONTEXT = 16_384;
/** A local service reserves memory for the whole window, so a model gets this much until someone raises it. */
const LOCAL_CONTEXT = 8_192;

interface Family {
  pattern: RegExp;
  /** Tokens. */
  context: number;
  /** Letters: t tools, v vision, r reasoning. */
  can: string;
}

/** The first match wins, so special members precede their family. Patterns match lower-case names. */
const families: Family[] = [
  { pattern: /gpt-oss/, context: 131_072, can: 'tr' },
  { pattern: /gpt-4\.1/, context: 1_047_576, can: 'tv' },
  { pattern: /gpt-[5-9].*chat/, context: 128_000, can: 'tv' },
  { pattern: /gpt-[5-9]/, context: 400_000, can: 'tvr' },
  { pattern: /chatgpt-4o/, context: 128_000, can: 'v' },
  { pattern: /gpt-4o|gpt-4-turbo/, context: 128_000, can: 'tv' },
  { pattern: /gpt-4-32k/, context: 32_768, can: 't' },
  { pattern: /gpt-4/, context: 8_192, can: 't' },
  { pattern: /gpt-3\.5/, context: 16_385, can: 't' },
  { pattern: /\bo1-mini|\bo1-preview/, context: 128_000, can: 'r' },
  { pattern: /\bo3-mini/, context: 200_000, can: 'tr' },
  { pattern: /\bo[1-9](?:-|$)/, context: 200_000, can: 'tvr' },
  { pattern: /claude-(?:2|instant)/, context: 100_000, can: '' },
  { pattern: /claude-3-7/, context: 200_000, can: 'tvr' },
  { pattern: /claude-3/, context: 200_000, can: 'tv' },
  { pattern: /claude/, context: 200_000, can: 'tvr' },
  { pattern: /gemini-1\.0|gemini-pro$/, context: 30_720, can: 't' },
  { pattern: /gemini-(?:1\.5|2\.0)/, context: 1_048_576, can: 'tv' },
  { pattern: /gemini/, context: 1_048_576, can: 'tvr' },
  { pattern: /gemma-?3n|gemma-?3:1b|gemma-?3-1b/, context: 32_768, can: '' },
  { pattern: /gemma-?[3-9]/, context: 131_072, can: 'v' },
  { pattern: /gemma/, context: 8_192, can: '' },
  { pattern: /llama-?4/, context: 131_072, can: 'tv' },
  { pattern: /llama-?3\.2-?vision|llama-?3\.2-(?:11|90)b/, context: 131_072, can: 'v' },
  { pattern: /llama-?3\.[1-9]/, context: 131_072, can: 't' },
  { pattern: /llama-?3/, context: 8_192, can: '' },
  { pattern: /llama/, context: 4_096, can: '' },
  { pattern: /llava|moondream|bakllava/, context: 4_096, can: 'v' },
  { pattern: /pixtral/, context: 131_072, can: 'tv' },
  { pattern: /magistral/, context: 40_960, can: 'tr' },
  {
    pattern: /mi(?:s|x)tral-?(?:large|medium|nemo)|ministral|devstral|mistral-small-?(?:3|latest)/,
    context: 131_072,
    can: 't',
  },
  { pattern: /mistral|mixtral|codestral/, context: 32_768, can: 't' },
  { pattern: /qwen.*-vl|qvq/, context: 32_768, can: 'v' },
  { pattern: /qwq/, context: 32_768, can: 'tr' },
  { pattern: /qwen-?3-?(?:max|coder)/, context: 262_144, can: 't' },
  { pattern: /qwen-?3/, context: 40_960, can: 'tr' },
  { pattern: /qwen-(?:plus|turbo|flash)/, context: 131_072, can: 't' },
  { pattern: /qwen/, context: 32_768, can: 't' },
  { pattern: /deepseek.*(?:reasoner|r1)/, context: 65_536, can: 'r' },
  { pattern: /deepseek/, context: 65_536, can: 't' },
  { pattern: /kimi-(?:k2|latest)/, context: 131_072, can: 't' },
  { pattern: /moonshot-v1/, context: 8_192, can: 't' },
  { pattern: /glm-4\.[5-9]v/, context: 65_536, can: 'tvr' },
  { pattern: /glm-(?:4\.[5-9]|[5-9])/, context: 131_072, can: 'tr' },
  { pattern: /grok-(?:[4-9]|3-mini)/, context: 131_072, can: 'tvr' },
  { pattern: /grok/, context: 131_072, can: 't' },
  { pattern: /command-(?:r|a)/, context: 128_000, can: 't' },
  { pattern: /phi-?4/, context: 16_384, can: '' },
  { pattern: /minimax/, context: 196_608, can: 't' },
];

const others: { pattern: RegExp; kind: ModelKind | null }[] = [
  { pattern: /whisper|transcri|\basr\b/, kind: 'transcription' },
  { pattern: /rerank/, kind: 'rerank' },
  { pattern: /embed|\bbge-|\be5-|\bgte-|minilm/, kind: 'embedding' },
  {
    pattern:
      /dall-e|gpt-image|imagen|\bflux|stable-diffusion|\bsdxl|-image\b|nano-banana|seedream|recraft|ideogram/,
    kind: 'image',
  },
  // Speech, video, live audio, judging, and models that speak another protocol than chat: of no use here.
  {
    pattern: /\btts|-tts|speech|realtime|\blive\b|-live-|audio|moderation|\bsora|\bveo|video|guard/,
    kind: null,
  },
  { pattern: /davinci|babbage|-instruct-?(?:0914)?$|deep-research|computer-use|robotics|aqa$/, kind: null },
  { pattern: /^(?:gpt-\S*codex|(?:gpt-\d\S*|o1|o3)-pro(?:-|$)|gpt-4o\S*-search|gpt-5-search)/, kind: null },
];

/** Image models that accept input pictures. */
const TAKES_PICTURES = /gpt-image|gemini.*image|nano-banana|kontext|qwen-image-edit|seededit/;

/** Returns a model's purpose, by its name; null when it is of no use here. */
export function kindOfModel(modelId: string): ModelKind | null {
  const name = modelId.toLowerCase();
  // "…-instruct" is a completion model at OpenAI only; elsewhere it is how chat models are called.
  const foreign = /instruct/.test(name) && !name.startsWith('gpt-');
  const match = others.find(({ pattern }) => pattern.test(name));
  if (!match || (foreign && match.kind === null && !/guard|audio/.test(name))) return 'chat';
  return match.kind;
}

/** A model as described by its provider's list, where it says anything. */
export interface ListedModel {
  modelId: string;
  name?: string | undefined;
  /** Tokens. */
  contextWindow?: number | undefined;
  abilities?: Partial<ModelAbilities> | undefined;
  kind?: ModelKind | undefined;
  prices?: ModelPrices | undefined;
}

/**
 * Describes a model by its provider's list, else by its family, else cautiously. Assumes tools for an unknown
 * model, because `languageModel` falls back without them, but not vision.
 * @returns null for a model of no use here.
 */
export function describeModel(provider: ProviderKind, listed: ListedModel): ModelDraft | null {
  const kind = listed.kind ?? kindOfModel(listed.modelId);
  if (kind === null) return null;
  const family = families.find(({ pattern }) => pattern.test(listed.modelId.toLowerCase()));
  const can = family?.can ?? 't';
  const known = { tools: can.includes('t'), vision: can.includes('v'), reasoning: can.includes('r') };
  const none = { tools: false, vision: false, reasoning: false };
  return {
    modelId: listed.modelId,
    name: shownName(listed.name) || nameOf(listed.modelId),
    kind,
    abilities:
      kind === 'chat'
        ? { ...known, ...listed.abilities }
        : { ...none, vision: kind === 'image' && TAKES_PICTURES.test(listed.modelId.toLowerCase()) },
    contextWindow: contextOf(provider, listed, family),
    enabled: true,
    ...(listed.prices ?? knownPrices(provider, listed.modelId, kind)),
  };
}

/** Maximum length of a model's name, in characters. */
const MAX_NAME = 80;

/** Returns an untrusted name as one line of visible characters; "" when there are none. */
function shownName(name = ''): string {
  const line = name
    .slice(0, 1_000)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.slice(0, MAX_NAME).toWellFormed().trim();
}

function contextOf(provider: ProviderKind, listed: ListedModel, family: Family | undefined): number {
  const inName = /(?:^|[-_])(\d{1,4})k(?:$|[-_:])/.exec(listed.modelId.toLowerCase())?.[1];
  const said =
    listed.contextWindow ?? (inName ? Number(inName) * 1_024 : (family?.context ?? UNKNOWN_CONTEXT));
  const window = Math.min(Math.max(Math.floor(said), 1_024), 10_000_000);
  return provider === 'ollama' ? Math.min(window, LOCAL_CONTEXT) : window;
}

/** A readable name: the last segment of a path-like id, without a trailing `:latest`. */
function nameOf(modelId: string): string {
  const last = modelId.split('/').at(-1) ?? modelId;
  return shownName(last.replace(/:latest$/, '')) || shownName(modelId) || 'Model';
}
