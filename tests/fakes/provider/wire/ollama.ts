import { isObject, type JsonObject, objects, text } from '../json.ts';
import type { Plan } from '../plan.ts';
import type { Question } from '../question.ts';
import type { Wire } from './wire.ts';

function doneOf(question: Question, plan: Plan): JsonObject {
  return {
    model: question.model,
    created_at: '2024-01-01T00:00:00Z',
    done: true,
    done_reason: plan.ending === 'length' ? 'length' : 'stop',
    total_duration: 1_000_000,
    load_duration: 1_000,
    prompt_eval_count: plan.inputTokens,
    prompt_eval_duration: 1_000,
    eval_count: plan.outputTokens,
    eval_duration: 1_000,
  };
}

function toolCalls(plan: Plan): JsonObject[] {
  return plan.calls.map(({ name, input }) => {
    try {
      return { function: { name, arguments: JSON.parse(input) } };
    } catch {
      return { function: { name, arguments: input } };
    }
  });
}

/** Ollama's own chat endpoint: one JSON object a line. */
export const ollama: Wire = {
  name: 'ollama',

  read(_path, body): Question {
    const messages = objects(body.messages);
    const lastUser = messages.findLastIndex((message) => message.role === 'user');
    return {
      model: text(body.model),
      stream: body.stream !== false,
      instructions: messages
        .filter((message) => message.role === 'system')
        .map((message) => text(message.content))
        .join('\n'),
      user: text(messages[lastUser]?.content),
      images: messages.flatMap((message) => (Array.isArray(message.images) ? message.images : [])).length,
      messages: messages.filter((message) => message.role !== 'system').length,
      tools: objects(body.tools).map((tool) => {
        const offered = isObject(tool.function) ? tool.function : {};
        return { name: text(offered.name), schema: isObject(offered.parameters) ? offered.parameters : {} };
      }),
      results: messages
        .slice(lastUser + 1)
        .filter((message) => message.role === 'tool')
        .map((message) => ({ name: text(message.tool_name), output: text(message.content) })),
      characters: JSON.stringify(messages).length,
    };
  },

  encoder(question, plan) {
    const line = (message: JsonObject) =>
      `${JSON.stringify({
        model: question.model,
        created_at: '2024-01-01T00:00:00Z',
        message: { role: 'assistant', content: '', ...message },
        done: false,
      })}\n`;
    return {
      contentType: 'application/x-ndjson',
      start: () => '',
      reasoning: (delta) => line({ thinking: delta }),
      text: (delta) => line({ content: delta }),
      call: (call) => [line({ tool_calls: toolCalls({ ...plan, calls: [call] }) })],
      finish: () =>
        `${JSON.stringify({ ...doneOf(question, plan), message: { role: 'assistant', content: '' } })}\n`,
      error: (message) => `${JSON.stringify({ error: message })}\n`,
    };
  },

  whole(question, plan) {
    return {
      ...doneOf(question, plan),
      message: {
        role: 'assistant',
        content: plan.text.join(''),
        ...(plan.reasoning.length > 0 && { thinking: plan.reasoning.join('') }),
        ...(plan.calls.length > 0 && { tool_calls: toolCalls(plan) }),
      },
    };
  },

  refusal: ({ message }) => ({ error: message }),

  key: (headers) => text(headers.authorization).replace(/^Bearer /, ''),
};
