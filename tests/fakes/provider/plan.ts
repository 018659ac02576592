import type { JsonObject } from './json.ts';
import { isObject, text } from './json.ts';
import type { OfferedTool, Question } from './question.ts';
import { scriptedStep } from './script.ts';

export interface PlannedCall {
  id: string;
  name: string;
  /** JSON text; on purpose not always valid. */
  input: string;
}

/** How an answer ends: well, or in one of the ways in which providers fail. */
export type Ending =
  | 'finish'
  /** Stopped by the token limit. */
  | 'length'
  /** Stopped by a content filter. */
  | 'filter'
  /** The body ends properly, without the closing event. */
  | 'cut'
  /** The socket is destroyed. */
  | 'drop'
  /** Silence, with the socket open. */
  | 'stall'
  /** An error event inside the stream. */
  | 'error-chunk'
  /** Text that is not JSON inside the stream. */
  | 'bad-json';

export interface Refusal {
  status: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
}

/** The fake's plan for one request. */
export interface Plan {
  refusal?: Refusal;
  /** Answer with a page of HTML and this status. */
  html?: number;
  /** Answer with a redirect to this address. */
  redirect?: string;
  /** Never answer at all. */
  hang?: boolean;
  firstDelayMs: number;
  delayMs: number;
  reasoning: string[];
  text: string[];
  calls: PlannedCall[];
  ending: Ending;
  /** Chunks of text sent before a failing end. */
  failAfter: number;
  inputTokens: number;
  outputTokens: number;
}

export interface PlanDefaults {
  /** Milliseconds between chunks. */
  delayMs: number;
}

const refusals: Record<string, Refusal> = {
  '400': { status: 400, type: 'invalid_request_error', message: 'Invalid value for parameter temperature' },
  '401': {
    status: 401,
    type: 'authentication_error',
    message: 'Incorrect API key provided: sk-fake1234567890abcdef',
  },
  '403': { status: 403, type: 'permission_error', message: 'This key may not use the model' },
  '404': { status: 404, type: 'not_found_error', message: 'The model `nope` does not exist' },
  '413': { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' },
  '429': {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests, slow down',
    headers: { 'retry-after': '2' },
  },
  wait: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests, slow down',
    headers: { 'retry-after': '20' },
  },
  '500': { status: 500, type: 'api_error', message: 'The server had an error' },
  '503': { status: 503, type: 'overloaded_error', message: 'The model is overloaded' },
  context: {
    status: 400,
    type: 'invalid_request_error',
    message: "This model's maximum context length is 8192 tokens, however you requested 9000 tokens",
  },
  quota: {
    status: 429,
    type: 'insufficient_quota',
    message: 'You exceeded your current quota, check your billing',
  },
};

const endings: Record<string, Ending> = {
  length: 'length',
  filter: 'filter',
  cut: 'cut',
  drop: 'drop',
  stall: 'stall',
  errchunk: 'error-chunk',
  badjson: 'bad-json',
};

/** A directive: `[[name argument]]` in a message, or `fake-name` as the model. */
interface Directive {
  name: string;
  argument: string;
}

/**
 * Directives, in brackets in the last message of a person; several may be combined:
 * failures before an answer: `400 401 403 404 413 429 wait 500 503 context quota html [status] redirect url hang
 * flaky [times] notools`; in mid-answer: `cut drop stall errchunk badjson`; ends: `length filter empty`;
 * pace: `slow ms`, `delay ms`; content: `say text`, `tokens count`, `reasoning [text]`, `tool [name] [input]`,
 * `tools` (all at once), `script` (see script.ts), `toolloop`, `badtool`. `visit address` reads a page, and is followed in the results of tools
 * too: this model obeys whatever it reads.
 * Side requests, for a title or a summary, only quote the conversation and do not follow it.
 */
function directivesOf(question: Question): Directive[] {
  const quoted = isSideRequest(question);
  const written = [
    ...(quoted ? '' : question.user).matchAll(/\[\[([a-z0-9]+)(?:\s+([^\]]*(?:\][^\]]+)*))?\]\]/gi),
  ].map((match) => ({
    name: (match[1] ?? '').toLowerCase(),
    argument: match[2] ?? '',
  }));
  const model = /^fake-([a-z0-9]+)$/.exec(question.model)?.[1];
  return model ? [...written, { name: model, argument: '' }] : written;
}

/** Decides what to do with a request. `attempt` counts requests with the same question, from 1. */
export function planFor(question: Question, defaults: PlanDefaults, attempt: number): Plan {
  const plan: Plan = {
    firstDelayMs: 0,
    delayMs: defaults.delayMs,
    reasoning: [],
    text: [],
    calls: [],
    ending: 'finish',
    failAfter: 5,
    inputTokens: Math.ceil(question.characters / 4),
    outputTokens: 0,
  };
  if (question.disorder)
    plan.refusal = { status: 400, type: 'invalid_request_message_order', message: question.disorder };
  let words = defaultAnswer(question);
  for (const { name, argument } of directivesOf(question)) {
    const refusal = refusals[name];
    const ending = endings[name];
    if (refusal) plan.refusal = refusal;
    else if (ending) {
      plan.ending = ending;
      // A failing end needs something to fail in the middle of.
      if (ending !== 'length' && ending !== 'filter') words = counted(10);
    } else if (name === 'flaky' && attempt <= Number(argument || 1)) plan.refusal = refusals['503'];
    else if (name === 'notools' && question.tools.length > 0) {
      plan.refusal = {
        status: 400,
        type: 'invalid_request_error',
        message: 'This model does not support tools',
      };
    } else if (name === 'html') plan.html = Number(argument || 502);
    else if (name === 'redirect') plan.redirect = argument;
    else if (name === 'hang') plan.hang = true;
    else if (name === 'slow') plan.firstDelayMs = Number(argument || 1000);
    else if (name === 'delay') plan.delayMs = Number(argument || 50);
    else if (name === 'tokens') words = counted(Number(argument || 100));
    else if (name === 'empty') words = [];
    else if (name === 'say') words = chunked(argument);
    else if (name === 'reasoning' || name === 'reason') {
      plan.reasoning = chunked(argument || 'Let me think about it. ');
    } else if (name === 'badtool')
      plan.calls = [{ id: callId(1), name: firstTool(question), input: '{"broken": 12' }];
    else if (name === 'script') {
      const { length } = question.results;
      plan.calls = scriptedStep(argument, length).map(([tool, input], index) =>
        callOf(tool, JSON.stringify(input), length + index + 1),
      );
    } else if (name === 'tool' || name === 'tools' || name === 'toolloop') {
      plan.calls = plannedCalls(question, argument, name);
    }
  }
  const visited = visitIn(question);
  if (visited) plan.calls = [...plan.calls, visited];
  plan.text = plan.calls.length > 0 ? [] : words;
  plan.outputTokens = plan.text.length + plan.reasoning.length + plan.calls.length * 8;
  return plan;
}

function plannedCalls(question: Question, argument: string, name: string): PlannedCall[] {
  // After a tool result the model answers with text, unless instructed to loop.
  if (question.results.length > 0 && name !== 'toolloop') return [];
  if (name === 'tools')
    return question.tools.map((tool, index) => callOf(tool.name, sampleInput(tool), index + 1));
  const [, wanted, input] = /^(\S+)\s*([\s\S]*)$/.exec(argument) ?? [];
  const tool = question.tools.find((offered) => offered.name === wanted) ?? question.tools[0];
  if (!tool && !wanted) return [];
  const called = wanted ?? tool?.name ?? '';
  return [callOf(called, input || (tool ? sampleInput(tool) : '{}'), question.results.length + 1)];
}

/** The page that the newest of what the model reads tells it to open. */
function visitIn(question: Question): PlannedCall | null {
  const read = question.results.at(-1)?.output ?? (isSideRequest(question) ? '' : question.user);
  const [, url] = /\[visit <?([^\s<>\]]+)/.exec(read) ?? [];
  return url ? callOf('fetch_page', JSON.stringify({ url }), question.results.length + 1) : null;
}

function callOf(name: string, input: string, index: number): PlannedCall {
  return { id: callId(index), name, input };
}

function callId(index: number): string {
  return `call_${index}_${Math.random().toString(36).slice(2, 10)}`;
}

function firstTool(question: Question): string {
  return question.tools[0]?.name ?? 'missing';
}

/** An input that a tool's schema accepts, good enough for the tools of this product. */
function sampleInput(tool: OfferedTool): string {
  const samples: Record<string, unknown> = {
    expression: '6 * 7',
    url: 'https://example.com/',
    timeZone: 'Europe/Rome',
    city: 'Rome',
  };
  const properties = isObject(tool.schema.properties) ? tool.schema.properties : {};
  const required = Array.isArray(tool.schema.required) ? tool.schema.required.map(text) : [];
  const input: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (name in samples) input[name] = samples[name];
    else if (required.includes(name))
      input[name] = isObject(schema) && schema.type === 'number' ? 1 : 'sample';
  }
  return JSON.stringify(input);
}

function isSideRequest({ user }: Question): boolean {
  return /^<(?:question|conversation|earlier-summary)>\n/.test(user);
}

/** An overview of the source that is sent along, as a model would write it. */
function overviewOf({ user }: Question): string {
  const pages = [...user.matchAll(/^page (\d+):\n<[^>]+>\n(.*)/gm)];
  return JSON.stringify({
    summary: `In short: ${pages.map(([, , line]) => line).join(' ')}`.slice(0, 1_000),
    outline: pages.slice(0, 12).map(([, page]) => ({ title: `Part ${page}`, page: Number(page) })),
    questions: ['What is it about?', 'Who wrote it?', 'What follows from it?'],
  });
}

function defaultAnswer(question: Question): string[] {
  if (question.instructions.startsWith('Write an overview of a source')) return chunked(overviewOf(question));
  if (isSideRequest(question)) {
    const told = question.user.replace(/<[^>]+>|\[\[[\s\S]*?\]\]/g, ' ').trim();
    return chunked(`About ${told.split(/\s+/).slice(0, 5).join(' ')}`);
  }
  if (question.results.length > 0) {
    const told = question.results.map((result) => `${result.name || 'The tool'} answered: ${result.output}`);
    return chunked(told.join('\n\n'));
  }
  const said = question.user.replace(/\[\[[\s\S]*?\]\]/g, '').trim();
  const images = question.images > 0 ? ` I see ${question.images} image(s).` : '';
  return chunked(`You said: ${said || 'nothing'}.${images}`);
}

function counted(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `token${index + 1} `);
}

/** Splits into words, or runs of CJK text, with their spaces, so that joining gives the text back. */
function chunked(value: string): string[] {
  return (
    value.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|\s+|[^\s\p{Script=Han}]+\s*/gu,
    ) ?? []
  );
}
