import type { Language } from '@tandem/shared/user/schema';
import { estimateText } from '../../context/estimate.ts';
import type { PlannedCall } from '../intent.ts';
import type { Reading, ToolAnswer } from '../reading.ts';
import type { Steps } from './replay.ts';

/** Tokens of results to read: more would have to be shortened to fit this model, which loses rows and lines. */
const MAX_READ_TOKENS = 14_000;
/** Files read in one step. */
const AT_ONCE = 4;
/** Parts of a list of files that are read. */
const MAX_LISTS = 6;

export interface Listed {
  path: string;
  /** Bytes. */
  size: number;
}

/** A file as far as it was read. */
export interface FileText {
  path: string;
  text: string;
  /** Lines of the whole file; of converted documents, pages. */
  total: number;
  isWhole: boolean;
  /** What the file is, where it has no text. */
  note: string | null;
  problem: string | null;
}

/** What a piece of work knows and does: its words, its plan, and the calls that every task makes. */
export class Work {
  readonly language: Language;
  readonly tools: ReadonlySet<string>;
  private readonly plan: string[];
  private tokens = 0;

  constructor({ language, tools }: Pick<Reading, 'language' | 'tools'>, plan: { en: string; zh: string }[]) {
    this.language = language;
    this.tools = tools;
    this.plan = plan.map(({ en, zh }) => this.say(en, zh));
  }

  say(en: string, zh: string): string {
    return this.language === 'zh-CN' ? zh : en;
  }

  /** The call that shows how far the plan is: steps before `active` are done. */
  at(active: number): PlannedCall {
    const items = this.plan.map((text, index) => ({
      id: String(index + 1),
      text,
      status: index < active ? 'done' : index === active ? 'active' : 'pending',
    }));
    return { tool: 'update_plan', input: { items } };
  }

  /** Shows that all is done. */
  *finish(): Steps<void> {
    yield [this.at(this.plan.length)];
  }

  /** All files, or null with a problem. */
  *list(step: number): Steps<{ files: Listed[]; total: number; problem: string | null }> {
    const files: Listed[] = [];
    let total = 0;
    for (let from = 1, part = 0; part < MAX_LISTS; part += 1) {
      const call = { tool: 'list_files', input: { recursive: true, ...(from > 1 && { from }) } };
      const [answer] = (yield part === 0 ? [call, this.at(step)] : [call]) as [ToolAnswer];
      if (answer.failed) return { files, total, problem: wordsOf(answer) };
      const { files: listed, next, total: all } = objectOf(answer.value);
      for (const each of Array.isArray(listed) ? listed : []) {
        const { path, size } = objectOf(each);
        if (typeof path === 'string') files.push({ path, size: typeof size === 'number' ? size : 0 });
      }
      total = typeof all === 'number' ? all : files.length;
      if (typeof next !== 'number') break;
      from = next;
    }
    return { files, total, problem: null };
  }

  /**
   * Reads files, each up to `limit` lines. Leaves out what would not fit any more.
   * @param step of the plan, which is shown with the first files
   */
  *read(paths: readonly string[], step: number, limit = 2_000): Steps<FileText[]> {
    const texts: FileText[] = [];
    for (let at = 0; at < paths.length && this.tokens < MAX_READ_TOKENS; at += AT_ONCE) {
      const part = paths.slice(at, at + AT_ONCE);
      const calls = part.map((path) => ({ tool: 'read_file', input: { path, limit } }));
      const answers = yield at === 0 ? [...calls, this.at(step)] : calls;
      for (const [index, path] of part.entries()) texts.push(this.taken(path, answers[index]));
    }
    return texts;
  }

  /** Whether there is room for about this many bytes of files. */
  hasRoomFor(bytes: number): boolean {
    return this.tokens + bytes / 3 < MAX_READ_TOKENS;
  }

  private taken(path: string, answer: ToolAnswer | undefined): FileText {
    const none = { path, text: '', total: 0, isWhole: false, note: null, problem: null };
    if (!answer || answer.failed) return { ...none, problem: answer ? wordsOf(answer) : '' };
    const { content, total, next } = objectOf(answer.value);
    if (typeof content !== 'string') return { ...none, problem: '' };
    this.tokens += estimateText(content);
    const all = typeof total === 'number' ? total : 0;
    if (all === 0) return { ...none, isWhole: true, note: content.slice(0, 300) };
    const isNumbered = /^\d+\t/.test(content);
    const text = isNumbered
      ? content.split('\n').map((line) => line.slice(line.indexOf('\t') + 1))
      : [content];
    return { ...none, text: text.join('\n'), total: all, isWhole: typeof next !== 'number' };
  }
}

/** What a failed call says, in a line. */
export function wordsOf({ value }: ToolAnswer): string {
  const words = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return words.slice(0, 400).replace(/\s+/g, ' ').trim();
}

/** A result as an object, whether it came as JSON or as its text. */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value));
    } catch {
      return {};
    }
  }
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
