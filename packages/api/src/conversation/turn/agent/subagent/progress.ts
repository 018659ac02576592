import type { SubagentResult } from '@tandem/shared/agent/subagent';
import { costOf, type Prices } from '../../../../ai/prices/pricing.ts';
import { steadyMs } from '../../../../core/timing/steady.ts';
import type { Meter } from '../../meter.ts';
import type { StreamPart } from '../../reducer.ts';

/** Calls that are shown, and characters of what each is about. */
const MAX_STEPS = 40;
const MAX_ABOUT = 80;
/** Milliseconds between figures while nothing else happens. */
const TELL_MS = 1_000;

/** What each call is about, by the names of inputs, the best first. */
const ABOUT = ['path', 'pattern', 'command', 'code', 'url', 'query', 'expression', 'folder'] as const;

/** What a sub-agent did so far, as people see it. */
export class Progress {
  requests = 0;
  private text = '';
  private readonly steps: (SubagentResult['steps'][number] & { id: string })[] = [];
  private readonly began = steadyMs();
  private readonly meter: Meter;
  private readonly prices: Prices;
  private readonly tell: (result: SubagentResult) => void;
  private readonly timer: NodeJS.Timeout;

  constructor(meter: Meter, prices: Prices, tell: (result: SubagentResult) => void) {
    this.meter = meter;
    this.prices = prices;
    this.tell = tell;
    this.timer = setInterval(() => this.show(), TELL_MS).unref();
  }

  take(part: StreamPart): void {
    switch (part.type) {
      case 'start-step':
        this.text = '';
        break;
      case 'text-delta':
        this.text += part.text;
        return;
      case 'tool-call':
        this.begin(part.toolCallId, part.toolName, part.input);
        break;
      case 'tool-result':
        this.end(part.toolCallId, 'done');
        break;
      case 'tool-error':
        this.end(part.toolCallId, 'failed');
        break;
      case 'finish-step':
        break;
      default:
        return;
    }
    this.show();
  }

  /** The last words of its model. */
  get answer(): string {
    return this.text.trim();
  }

  get result(): Omit<SubagentResult, 'answer'> {
    const { inputTokens, outputTokens, images } = this.meter.total;
    return {
      steps: this.steps.map(({ id: _, ...step }) => step),
      requests: this.requests,
      seconds: Math.round((steadyMs() - this.began) / 100) / 10,
      tokens: inputTokens + outputTokens,
      cost: costOf(this.prices, { inputTokens, outputTokens, images }).cost,
    };
  }

  close(): void {
    clearInterval(this.timer);
  }

  private show(): void {
    this.tell({ answer: '', ...this.result });
  }

  private begin(id: string, tool: string, input: unknown): void {
    if (this.steps.length < MAX_STEPS)
      this.steps.push({ id, tool: tool.slice(0, 64), about: aboutOf(input), state: 'running' });
  }

  private end(id: string, state: 'done' | 'failed'): void {
    const step = this.steps.findLast((each) => each.id === id && each.state === 'running');
    if (step) step.state = state;
  }
}

function aboutOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  for (const name of ABOUT) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined;
    if (typeof value !== 'string' || value === '') continue;
    const line = value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    return (line.length > MAX_ABOUT ? `${line.slice(0, MAX_ABOUT)}…` : line).toWellFormed();
  }
  return '';
}
