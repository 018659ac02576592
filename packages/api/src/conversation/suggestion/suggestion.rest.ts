import { Readable } from 'node:stream';
import type { CompletionEnd } from '@tandem/shared/completion/schema';
import { askSuggestionSchema } from '@tandem/shared/suggestion/schema';
import * as z from 'zod';
import { AppError } from '../../core/errors.ts';
import { Download, type RestRow, rawRow } from '../../core/rest/row.ts';
import { documentPathRule } from '../../document/model/document.rules.ts';
import { askSuggestion, type SuggestionStream } from './ask.ts';

const { documentId: _, appId: __, ...asked } = askSuggestionSchema.shape;
const input = z.strictObject({ id: z.uuid(), docId: z.uuid(), ...asked });

export const suggestionRows: RestRow[] = [
  rawRow.guarded(documentPathRule('channel.ask'), {
    verb: 'POST',
    path: '/api/app/{id}/channelDoc/{docId}/suggestion',
    summary:
      'Asks a model for a text that could stand in a document, which stays as it is; as events while it is written where Accept asks for text/event-stream, else whole',
    isReading: true,
    input,
    async handle(ctx, { id: _id, docId, ...rest }, http) {
      const wanted = askSuggestionSchema.safeParse({ documentId: docId, ...rest });
      if (!wanted.success) throw new AppError('invalidInput', {}, wanted.error);
      const stream = await askSuggestion(ctx, ctx.document, wanted.data, http.signal);
      if (!/\btext\/event-stream\b/iu.test(http.header('accept') ?? '')) return whole(stream);
      const headers = {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Prevents proxies from buffering the stream.
        'x-accel-buffering': 'no',
      };
      return new Download(200, headers, Readable.from(eventsOf(stream)));
    },
  }),
];

/** Returns the answer with its end; a failed one includes the text until then. */
async function whole(stream: SuggestionStream): Promise<object> {
  let text = '';
  let model = '';
  let end: CompletionEnd | null = null;
  for await (const event of stream) {
    if (event.type === 'began') model = event.model.name;
    else if (event.type === 'grew') text += event.text;
    else {
      const { type: _type, ...rest } = event;
      end = rest;
    }
  }
  return { text, model, ...end };
}

async function* eventsOf(stream: SuggestionStream): AsyncGenerator<Buffer> {
  for await (const event of stream) yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
}
