import { agentHelp, agentWork } from './agent/answer.ts';
import type { Intent, PlannedCall, Reply } from './intent.ts';
import { attachment } from './intents/attachment.ts';
import { calculation } from './intents/calculation.ts';
import { continuation } from './intents/continuation.ts';
import { conversation } from './intents/conversation.ts';
import { drawing } from './intents/drawing.ts';
import { fallback } from './intents/fallback.ts';
import { longText } from './intents/long-text.ts';
import { markdown } from './intents/markdown.ts';
import { page } from './intents/page.ts';
import { passage } from './intents/passage.ts';
import { phrase } from './intents/phrase.ts';
import { product } from './intents/product.ts';
import { results } from './intents/results.ts';
import { sourceSearch, sources, workspaceSearch } from './intents/sources.ts';
import { time } from './intents/time.ts';
import { overviewFor } from './overview.ts';
import type { Reading } from './reading.ts';
import { summaryFor } from './summary.ts';
import { titleFor } from './title.ts';

/** Intents that may call tools; one question may match several. */
const calling: Intent[] = [page, time, calculation];

/** The others, most particular first; the last always replies. */
const speaking: Intent[] = [
  attachment,
  drawing,
  sources,
  passage,
  conversation,
  phrase,
  markdown,
  longText,
  product,
  workspaceSearch,
  agentHelp,
  fallback,
];

/** Maximum number of calls at once. */
const MAX_CALLS = 5;

/** Chooses the reply to a request. Deterministic. */
export function answer(reading: Reading): Reply {
  if (reading.task === 'title') return { text: titleFor(questionIn(reading.question)) };
  if (reading.task === 'summary') return { text: summaryFor(reading.question, reading.maxTokens) };
  if (reading.task === 'overview') return { text: overviewFor(reading.instructions, reading.question) };
  const worked = agentWork.reply(reading);
  if (worked) return worked;
  const told = results.reply(reading);
  if (told) return told;
  const rest = continuation((question) => spokenAnswer({ ...reading, question }));
  return rest.reply(reading) ?? act(reading);
}

function act(reading: Reading): Reply {
  const replies = calling.map((intent) => intent.reply(reading)).filter((reply) => reply !== null);
  const calls: PlannedCall[] = replies.flatMap((reply) => ('calls' in reply ? reply.calls : []));
  if (calls.length > 0) return { calls: calls.slice(0, MAX_CALLS) };
  const spoken = replies.find((reply) => 'text' in reply);
  if (spoken) return spoken;
  const search = reading.attached.length === 0 ? sourceSearch.reply(reading) : null;
  if (search) return search;
  for (const intent of speaking) {
    const reply = intent.reply(reading);
    if (reply) return reply;
  }
  return { text: '' };
}

function spokenAnswer(reading: Reading): string | null {
  const reply = act({ ...reading, earlier: reading.earlier.slice(0, -2) });
  return 'text' in reply ? reply.text : null;
}

/** The question inside a request for a title. */
function questionIn(prompt: string): string {
  return /<question>\n?([\s\S]*?)\n?<\/question>/.exec(prompt)?.[1] ?? prompt;
}
