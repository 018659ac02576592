import { estimateJson, estimateText } from '../../ai/context/context.ts';
import { MAX_TOKENS } from '../../content/turn/limits.ts';
import type { StreamPart } from './reducer.ts';

/** Usage of a turn so far. */
export interface Consumed {
  inputTokens: number;
  outputTokens: number;
  /** Pictures that the model made. */
  images: number;
  /** Whether a part of it was estimated, because the provider did not report it. */
  isEstimated: boolean;
}

/** Characters gathered before they are counted: one by one they would be rounded up one by one. */
const GATHERED = 400;

/**
 * Counts the tokens of a turn: as reported by the provider at the end of each request, and by estimate until
 * then, or where it reports nothing. A request without any output counts only once answered.
 */
export class Meter {
  private readonly sum: Consumed;
  /** Estimated input of the running request. */
  private sends = 0;
  private isOpen = false;
  private received = 0;
  private text = '';
  private last: number | null = null;
  private readonly branches = new Set<Meter>();
  /** Tool results for the next request. */
  private results = 0;

  /** @param before usage of a turn that ran before */
  constructor(before: Consumed = NOTHING) {
    this.sum = { ...before };
  }

  /** A meter of requests beside these, which count in the same total until `end` and after it. */
  branch(): { meter: Meter; end(): void } {
    const meter = new Meter();
    this.branches.add(meter);
    const end = () => {
      if (!this.branches.has(meter)) return;
      const { total } = meter;
      this.branches.delete(meter);
      Object.assign(this.sum, sumOf(this.sum, total));
    };
    return { meter, end };
  }

  /** Sets the expected input of the first request. */
  expect(inputTokens: number): void {
    this.sends = inputTokens;
  }

  take(part: StreamPart): void {
    switch (part.type) {
      case 'start-step':
        this.isOpen = true;
        break;
      case 'text-delta':
      case 'reasoning-delta':
        this.gather(part.text);
        break;
      case 'tool-input-delta':
        this.gather(part.delta);
        break;
      case 'tool-result':
        this.addResult(estimateJson(part.output));
        break;
      case 'tool-error':
        this.addResult(estimateJson(String(part.error)));
        break;
      case 'finish-step':
        this.endRequest(part.usage, part.finishReason !== 'error');
        break;
    }
  }

  /** Counts requests that were not streamed; null where the provider counts no tokens. */
  add({ inputTokens, outputTokens }: { inputTokens: number | null; outputTokens: number | null }): void {
    Object.assign(this.sum, this.plus(inputTokens ?? 0, outputTokens ?? 0, false));
  }

  /** Counts a picture that is kept. */
  addPicture(): void {
    this.sum.images += 1;
  }

  /** Usage so far, including the minimum of the open request. */
  get total(): Consumed {
    const output = this.isOpen ? this.output : 0;
    const own = output === 0 ? { ...this.sum } : this.plus(this.sends, output, true);
    return [...this.branches].reduce((sum, { total }) => sumOf(sum, total), own);
  }

  /** Input and output of the last request; null before the first. */
  get lastRequest(): number | null {
    return this.isOpen && this.output > 0 ? Math.min(this.sends + this.output, MAX_TOKENS) : this.last;
  }

  /** Usage including the next request, and those of its branches, before their first tokens. */
  get withNextRequest(): Consumed {
    const own = this.plus(this.sends, 0, true);
    return [...this.branches].reduce((sum, { withNextRequest }) => sumOf(sum, withNextRequest), own);
  }

  /** A result of a tool counts in the next request; those of malformed calls come before the end of their own. */
  private addResult(tokens: number): void {
    if (this.isOpen) this.results += tokens;
    else this.sends += tokens;
  }

  private get output(): number {
    return this.received + (this.text === '' ? 0 : estimateText(this.text));
  }

  private gather(text: string): void {
    this.text += text;
    if (this.text.length < GATHERED) return;
    this.received += estimateText(this.text);
    this.text = '';
  }

  private endRequest(
    usage: { inputTokens?: number | undefined; outputTokens?: number | undefined },
    isAnswered: boolean,
  ): void {
    const estimated = this.output;
    const counts = isAnswered || estimated > 0;
    const input = told(usage.inputTokens) ?? (counts ? this.sends : 0);
    const output = told(usage.outputTokens) ?? estimated;
    const isEstimated = counts && (usage.inputTokens === undefined || usage.outputTokens === undefined);
    Object.assign(this.sum, this.plus(input, output, isEstimated));
    if (input + output > 0) this.last = Math.min(input + output, MAX_TOKENS);
    this.sends = input + output + this.results;
    this.isOpen = false;
    this.received = 0;
    this.text = '';
    this.results = 0;
  }

  private plus(input: number, output: number, isEstimated: boolean): Consumed {
    return {
      inputTokens: Math.min(this.sum.inputTokens + input, MAX_TOKENS),
      outputTokens: Math.min(this.sum.outputTokens + output, MAX_TOKENS),
      images: this.sum.images,
      isEstimated: this.sum.isEstimated || isEstimated,
    };
  }
}

function sumOf(a: Consumed, b: Consumed): Consumed {
  return {
    inputTokens: Math.min(a.inputTokens + b.inputTokens, MAX_TOKENS),
    outputTokens: Math.min(a.outputTokens + b.outputTokens, MAX_TOKENS),
    images: a.images + b.images,
    isEstimated: a.isEstimated || b.isEstimated,
  };
}

/** Sanitises a provider's count: fractions, negative and absurd numbers become harmless. */
export function told(count: number | undefined): number | undefined {
  if (count === undefined || !Number.isFinite(count)) return undefined;
  return Math.min(Math.max(0, Math.round(count)), MAX_TOKENS);
}

export const NOTHING: Consumed = { inputTokens: 0, outputTokens: 0, images: 0, isEstimated: false };

/** Estimates the usage of one unstreamed request. */
export function consumedBy(
  request: { instructions: string; prompt: string },
  text: string,
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined },
): Consumed {
  const { inputTokens, outputTokens } = usage;
  return {
    inputTokens: told(inputTokens) ?? estimateText(request.instructions) + estimateText(request.prompt),
    outputTokens: told(outputTokens) ?? estimateText(text),
    images: 0,
    isEstimated: told(inputTokens) === undefined || told(outputTokens) === undefined,
  };
}
