import { isObject, type JsonObject, objects, text } from '../json.ts';
import type { Plan } from '../plan.ts';
import type { Question } from '../question.ts';
import { event, pieces, type Wire } from './wire.ts';

const finishReasons = { finish: 'stop', length: 'length', filter: 'content_filter' } as const;

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map((part) => text(part.text))
    .join('');
}

function usageOf(plan: Plan): JsonObject {
  return {
    prompt_tokens: plan.inputTokens,
    completion_tokens: plan.outputTokens,
    total_tokens: plan.inputTokens + plan.outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: plan.reasoning.length },
  };
}

function finishReason(plan: Plan): string {
  if (plan.calls.length > 0) return 'tool_calls';
  return plan.ending === 'length' || plan.ending === 'filter' ? finishReasons[plan.ending] : 'stop';
}

/** Mistral takes no words of a person right after the results of tools. */
function disorderOf(model: string, messages: readonly JsonObject[]): string | null {
  const isOut = messages.some(({ role }, index) => role === 'user' && messages[index - 1]?.role === 'tool');
  return isOut && /mistral/.test(model) ? "Unexpected role 'user' after role 'tool'" : null;
}

/** OpenAI's chat completions, as OpenAI and every compatible host speak them. */
export const openai: Wire = {
  name: 'openai',

  read(_path, body): Question {
    const messages = objects(body.messages);
    const lastUser = messages.findLastIndex((message) => message.role === 'user');
    const calls = messages.flatMap((message) => objects(message.tool_calls));
    const nameOf = (id: unknown) => {
      const called = calls.find((call) => call.id === id)?.function;
      return isObject(called) ? text(called.name) : '';
    };
    return {
      model: text(body.model),
      stream: body.stream === true,
      instructions: messages
        .filter((message) => message.role === 'system' || message.role === 'developer')
        .map((message) => contentText(message.content))
        .join('\n'),
      user: contentText(messages[lastUser]?.content),
      images: messages
        .flatMap((message) => objects(message.content))
        .filter((part) => part.type === 'image_url').length,
      messages: messages.filter((message) => message.role !== 'system').length,
      tools: objects(body.tools).map((tool) => {
        const offered = isObject(tool.function) ? tool.function : {};
        return { name: text(offered.name), schema: isObject(offered.parameters) ? offered.parameters : {} };
      }),
      results: messages
        .slice(lastUser + 1)
        .filter((message) => message.role === 'tool')
        .map((message) => ({ name: nameOf(message.tool_call_id), output: contentText(message.content) })),
      disorder: disorderOf(text(body.model), messages),
      characters: JSON.stringify(messages).length,
    };
  },

  encoder(question, plan, body) {
    const id = `chatcmpl-${Math.random().toString(36).slice(2)}`;
    const base = { id, object: 'chat.completion.chunk', created: 1_700_000_000, model: question.model };
    const chunk = (delta: JsonObject, reason: string | null = null) =>
      event({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] });
    const wantsUsage = isObject(body.stream_options) && body.stream_options.include_usage === true;
    let calls = 0;
    return {
      contentType: 'text/event-stream',
      start: () => chunk({ role: 'assistant', content: '' }),
      reasoning: (delta) => chunk({ reasoning_content: delta }),
      text: (delta) => chunk({ content: delta }),
      call({ id: callId, name, input }) {
        const index = calls++;
        const head = { index, id: callId, type: 'function', function: { name, arguments: '' } };
        return [
          chunk({ tool_calls: [head] }),
          ...pieces(input, 8).map((piece) =>
            chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
          ),
        ];
      },
      finish() {
        const usage = wantsUsage ? event({ ...base, choices: [], usage: usageOf(plan) }) : '';
        return `${chunk({}, finishReason(plan))}${usage}data: [DONE]\n\n`;
      },
      error: (message) => event({ error: { message, type: 'server_error', param: null, code: null } }),
    };
  },

  whole(question, plan) {
    return {
      id: 'chatcmpl-whole',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: question.model,
      choices: [
        {
          index: 0,
          finish_reason: finishReason(plan),
          message: {
            role: 'assistant',
            content: plan.text.length > 0 ? plan.text.join('') : null,
            ...(plan.reasoning.length > 0 && { reasoning_content: plan.reasoning.join('') }),
            ...(plan.calls.length > 0 && {
              tool_calls: plan.calls.map(({ id, name, input }) => ({
                id,
                type: 'function',
                function: { name, arguments: input },
              })),
            }),
          },
        },
      ],
      usage: usageOf(plan),
    };
  },

  refusal: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),

  key: (headers) => text(headers.authorization).replace(/^Bearer /, ''),
};
