import { isObject, type JsonObject, objects, text } from '../json.ts';
import type { Plan } from '../plan.ts';
import type { Question } from '../question.ts';
import { event, pieces, type Wire } from './wire.ts';

function blocks(content: unknown): JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);
}

function textOf(content: unknown): string {
  return blocks(content)
    .map((block) => text(block.text))
    .join('');
}

function stopReason(plan: Plan): string {
  if (plan.calls.length > 0) return 'tool_use';
  if (plan.ending === 'length') return 'max_tokens';
  return plan.ending === 'filter' ? 'refusal' : 'end_turn';
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}

/** Anthropic's messages. */
export const anthropic: Wire = {
  name: 'anthropic',

  read(_path, body): Question {
    const messages = objects(body.messages);
    const isResult = (message: JsonObject) =>
      blocks(message.content).some((block) => block.type === 'tool_result');
    const lastUser = messages.findLastIndex((message) => message.role === 'user' && !isResult(message));
    const calls = messages
      .flatMap((message) => blocks(message.content))
      .filter((block) => block.type === 'tool_use');
    return {
      model: text(body.model),
      stream: body.stream === true,
      instructions: textOf(body.system),
      user: textOf(messages[lastUser]?.content),
      images: messages.flatMap((message) => blocks(message.content)).filter((block) => block.type === 'image')
        .length,
      messages: messages.length,
      tools: objects(body.tools).map((tool) => ({
        name: text(tool.name),
        schema: isObject(tool.input_schema) ? tool.input_schema : {},
      })),
      results: messages
        .slice(lastUser + 1)
        .flatMap((message) => blocks(message.content))
        .filter((block) => block.type === 'tool_result')
        .map((block) => ({
          name: text(calls.find((call) => call.id === block.tool_use_id)?.name),
          output: textOf(block.content),
        })),
      characters: JSON.stringify([body.system ?? '', messages]).length,
    };
  },

  encoder(question, plan) {
    let index = -1;
    let open = '';
    const close = () => {
      if (open === '') return '';
      open = '';
      return event({ type: 'content_block_stop', index }, 'content_block_stop');
    };
    const begin = (type: string, block: JsonObject) => {
      if (open === type) return '';
      const closed = close();
      open = type;
      index++;
      const start = { type: 'content_block_start', index, content_block: block };
      return closed + event(start, 'content_block_start');
    };
    const delta = (value: JsonObject) =>
      event({ type: 'content_block_delta', index, delta: value }, 'content_block_delta');
    return {
      contentType: 'text/event-stream',
      start: () =>
        event(
          {
            type: 'message_start',
            message: {
              id: 'msg_fake',
              type: 'message',
              role: 'assistant',
              model: question.model,
              content: [],
              stop_reason: null,
              stop_sequence: null,
              usage: { input_tokens: plan.inputTokens, output_tokens: 1 },
            },
          },
          'message_start',
        ) + event({ type: 'ping' }, 'ping'),
      reasoning: (value) =>
        begin('thinking', { type: 'thinking', thinking: '', signature: '' }) +
        delta({ type: 'thinking_delta', thinking: value }),
      text: (value) => begin('text', { type: 'text', text: '' }) + delta({ type: 'text_delta', text: value }),
      call: ({ id, name, input }) => [
        begin(`tool ${id}`, { type: 'tool_use', id, name, input: {} }),
        ...pieces(input, 8).map((piece) => delta({ type: 'input_json_delta', partial_json: piece })),
      ],
      finish: () =>
        close() +
        event(
          {
            type: 'message_delta',
            delta: { stop_reason: stopReason(plan), stop_sequence: null },
            usage: { output_tokens: plan.outputTokens },
          },
          'message_delta',
        ) +
        event({ type: 'message_stop' }, 'message_stop'),
      error: (message) => event({ type: 'error', error: { type: 'api_error', message } }, 'error'),
    };
  },

  whole(question, plan) {
    return {
      id: 'msg_fake',
      type: 'message',
      role: 'assistant',
      model: question.model,
      content: [
        ...(plan.reasoning.length > 0
          ? [{ type: 'thinking', thinking: plan.reasoning.join(''), signature: 'fake' }]
          : []),
        ...(plan.text.length > 0 ? [{ type: 'text', text: plan.text.join('') }] : []),
        ...plan.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: parsed(input) })),
      ],
      stop_reason: stopReason(plan),
      stop_sequence: null,
      usage: { input_tokens: plan.inputTokens, output_tokens: plan.outputTokens },
    };
  },

  refusal: ({ type, message }) => ({ type: 'error', error: { type, message } }),

  key: (headers) => text(headers['x-api-key']),
};
