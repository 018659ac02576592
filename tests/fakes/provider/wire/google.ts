import { isObject, type JsonObject, objects, text } from '../json.ts';
import type { Plan } from '../plan.ts';
import type { Question } from '../question.ts';
import { event, type Wire } from './wire.ts';

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

function textOf(parts: unknown): string {
  return objects(parts)
    .map((part) => text(part.text))
    .join('');
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function finishReason(plan: Plan): string {
  if (plan.ending === 'length') return 'MAX_TOKENS';
  return plan.ending === 'filter' ? 'SAFETY' : 'STOP';
}

function usageOf(plan: Plan): JsonObject {
  return {
    promptTokenCount: plan.inputTokens,
    candidatesTokenCount: plan.outputTokens - plan.reasoning.length,
    thoughtsTokenCount: plan.reasoning.length,
    totalTokenCount: plan.inputTokens + plan.outputTokens,
  };
}

/** Google's generative language service. */
export const google: Wire = {
  name: 'google',

  read(path, body): Question {
    const contents = objects(body.contents);
    const parts = contents.flatMap((content) => objects(content.parts));
    const isResult = (content: JsonObject) =>
      objects(content.parts).some((part) => isObject(part.functionResponse));
    const lastUser = contents.findLastIndex((content) => content.role === 'user' && !isResult(content));
    const system = isObject(body.systemInstruction) ? body.systemInstruction : {};
    return {
      model: decodeURIComponent(/models\/([^:]+):/.exec(path)?.[1] ?? ''),
      stream: path.includes(':streamGenerateContent'),
      instructions: textOf(system.parts),
      user: textOf(contents[lastUser]?.parts),
      images: parts.filter((part) => isObject(part.inlineData) || isObject(part.fileData)).length,
      messages: contents.length,
      tools: objects(body.tools)
        .flatMap((tool) => objects(tool.functionDeclarations))
        .map((tool) => ({
          name: text(tool.name),
          schema: [tool.parametersJsonSchema, tool.parameters].find(isObject) ?? {},
        })),
      results: contents
        .slice(lastUser + 1)
        .flatMap((content) => objects(content.parts))
        .map((part) => part.functionResponse)
        .filter(isObject)
        .map((result) => ({ name: text(result.name), output: JSON.stringify(result.response) })),
      characters: JSON.stringify([system, contents]).length,
    };
  },

  encoder(question, plan) {
    const chunk = (part: JsonObject | null, more: JsonObject = {}) =>
      event({
        candidates: [{ content: { role: 'model', parts: part ? [part] : [] }, index: 0, ...more }],
        usageMetadata: usageOf(plan),
        modelVersion: question.model,
      });
    return {
      contentType: 'text/event-stream',
      start: () => '',
      reasoning: (delta) => chunk({ text: delta, thought: true }),
      text: (delta) => chunk({ text: delta }),
      call: ({ name, input }) => [chunk({ functionCall: { name, args: parsed(input) } })],
      finish: () => chunk({ text: '' }, { finishReason: finishReason(plan) }),
      error: (message) => event({ error: { code: 500, message, status: 'INTERNAL' } }),
    };
  },

  whole(question, plan) {
    const parts = [
      ...(plan.reasoning.length > 0 ? [{ text: plan.reasoning.join(''), thought: true }] : []),
      ...(plan.text.length > 0 ? [{ text: plan.text.join('') }] : []),
      ...plan.calls.map(({ name, input }) => ({ functionCall: { name, args: parsed(input) } })),
    ];
    return {
      candidates: [{ content: { role: 'model', parts }, finishReason: finishReason(plan), index: 0 }],
      usageMetadata: usageOf(plan),
      modelVersion: question.model,
    };
  },

  refusal: ({ status, message }) => ({
    error: { code: status, message, status: statuses[status] ?? 'UNKNOWN' },
  }),

  key: (headers) => text(headers['x-goog-api-key']),
};
