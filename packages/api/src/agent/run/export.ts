import { Readable } from 'node:stream';
import { type Db, transaction } from '@tandem/db';
import type { AgentCall, AgentRunDetail, AgentStep } from '@tandem/shared/agent/schema';
import { type Part, textOf } from '@tandem/shared/message/parts';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { holdContents } from '../../content/file/kept.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import { cleanText } from '../../core/plain.ts';
import type { Download } from '../../core/rest/row.ts';
import { type ArchiveEntry, archiveOf } from '../../document/export/archive.ts';
import { archiveDownload, limitArchives, whileReadable } from '../file/download.ts';
import { agentFor } from '../files/agent.rules.ts';
import type { Entries } from '../files/entries.ts';
import { readManifest } from '../files/manifest.ts';
import { entriesOf } from '../files/zip.ts';
import { answerMarkdown, headMarkdown, stepMarkdown } from './export.markdown.ts';
import { type CallContent, findAnswerParts, findStepContent, type StepContent } from './export.repo.ts';
import { readRunDetail } from './read.ts';

/** A call with what it was given and what came of it. */
export type ExportedCall = AgentCall & CallContent;
/** A step with what it wrote. */
export type ExportedStep = Omit<AgentStep, 'calls'> & { text: string; calls: ExportedCall[] };

/**
 * Streams a run as an archive: `run.md`, `run.json`, and below `files/` what a step left. One step is in memory at a
 * time. Stops when the right to view ends.
 * @param of.step its `index`; by default the last
 * @throws AppError `notFound` for no such run or step, `tooManyRequests`
 */
export async function exportRun(
  ctx: UserContext,
  channel: LoadedChannel,
  { runId, step }: { runId: string; step?: number | undefined },
): Promise<Download> {
  const run = await readRunDetail(ctx.db, channel.id, runId);
  const left = step === undefined ? run.trace.at(-1) : run.trace.find(({ index }) => index === step);
  if (step !== undefined && !left) throw new AppError('notFound');
  await limitArchives(ctx);
  const files = await transaction(ctx.db, async (tx) => {
    await recordAudit(tx, ctx, {
      teamId: channel.teamId,
      action: 'channel.export',
      target: { kind: 'channel', id: channel.id },
      detail: { format: 'zip' },
    });
    return keptFiles(tx, ctx, channel.id, left?.manifestId ?? null);
  });
  const entries = entriesOfRun({ ctx, channel, run, files });
  return archiveDownload(ctx, channel.name, whileReadable(ctx, channel, archiveOf(entries)));
}

/** The files of a state, which stay for the time of the export; null when some were given up. */
async function keptFiles(
  tx: Db,
  { platform }: UserContext,
  channelId: string,
  manifestId: string | null,
): Promise<Entries | null> {
  const entries = await readManifest({ platform, db: tx }, channelId, manifestId);
  const hashes = new Set([...entries.values()].map(({ hash }) => hash));
  try {
    await holdContents(tx, channelId, hashes);
    return entries;
  } catch (error) {
    if (error instanceof AppError && error.key === 'notFound') return null;
    throw error;
  }
}

interface Exported {
  ctx: UserContext;
  channel: LoadedChannel;
  run: AgentRunDetail;
  files: Entries | null;
}

async function* entriesOfRun(exported: Exported): AsyncGenerator<ArchiveEntry> {
  yield { path: 'run.md', content: Readable.from(asMarkdown(exported)) };
  yield { path: 'run.json', content: Readable.from(asJson(exported)) };
  if (!exported.files) return;
  for await (const { path, content } of entriesOf(exported.ctx, exported.files, ''))
    yield { path: `files/${path}`, content };
}

async function* asMarkdown({ ctx, channel, run, files }: Exported): AsyncGenerator<Buffer> {
  const { language } = ctx;
  const title = channel.name || say(language, 'common:export.untitled');
  yield Buffer.from(headMarkdown(run, { title, language }));
  if (!files) yield Buffer.from(`\n${say(language, 'common:export.filesGone')}\n`);
  for await (const step of stepsOf(ctx, channel, run)) yield Buffer.from(stepMarkdown(step, language));
  yield Buffer.from(answerMarkdown(await answerOf(ctx, run), language));
}

async function* asJson({ ctx, channel, run, files }: Exported): AsyncGenerator<Buffer> {
  const { trace: _, ...facts } = run;
  const head = { ...facts, exportedAt: new Date(), hasFiles: files !== null };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"trace":[`);
  let separator = '\n';
  for await (const { calls, ...step } of stepsOf(ctx, channel, run)) {
    const plain = calls.map(({ output, ...call }) => ({ ...call, output: output?.value ?? null }));
    yield Buffer.from(separator + JSON.stringify({ ...step, calls: plain }));
    separator = ',\n';
  }
  yield Buffer.from(`\n],"answer":${JSON.stringify(await answerOf(ctx, run))}}\n`);
}

/** The steps one by one, as long as the reader may see them. */
async function* stepsOf(
  { db, actor }: UserContext,
  channel: LoadedChannel,
  { id, trace }: AgentRunDetail,
): AsyncGenerator<ExportedStep> {
  for (const { calls, ...step } of trace) {
    await agentFor(db, actor, channel.id, 'channel.view');
    const content = await findStepContent(db, id, step.index);
    const found = new Map(content.calls.map((call) => [call.toolCallId, call]));
    yield {
      ...step,
      text: wordsOf(content.messages),
      calls: calls.flatMap((call) => {
        const its = found.get(call.toolCallId);
        return its ? [{ ...call, ...its }] : [];
      }),
    };
  }
}

/** The text that a step wrote, or that people wrote meanwhile. */
function wordsOf(messages: StepContent['messages']): string {
  const texts = messages.flatMap((message) => {
    const content = 'content' in message ? message.content : null;
    if (typeof content === 'string') return [content];
    if (!Array.isArray(content)) return [];
    return content.flatMap((part: { type?: unknown; text?: unknown }) =>
      part.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
    );
  });
  return cleanText(texts.join('\n\n').trim());
}

/** What a run wrote after its last call. */
async function answerOf({ db }: UserContext, { messageId }: AgentRunDetail): Promise<string> {
  const parts: Part[] = messageId === null ? [] : await findAnswerParts(db, messageId);
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
  return last.some(({ type }) => type === 'dynamic-tool') ? '' : textOf(last);
}
