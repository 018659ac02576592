/** A page or a stretch of one; `id` is `S.P`, the number of its source and its index, by which it is cited. */
export interface CitablePage {
  id: string;
  /** As readers know the page. */
  label: string;
  text: string;
}

/** A source with the pages of it that go into a model's input. */
export interface SourceText {
  number: number;
  name: string;
  pages: readonly CitablePage[];
}

const BEGIN = '<sources>';

/** How the instructions begin for a question that is asked of the whole workspace. */
export const ASKS_WORKSPACE = 'The person asks what the team knows.';

/**
 * Pages of sources as model input, delimited so that their content is not mistaken for anybody's words. Nothing in
 * them can pass for the end of a page or the beginning of another.
 */
export function sourcesText(sources: readonly SourceText[]): string {
  const texts = sources.flatMap(({ number, name, pages }) => [
    `<source number="${number}" name=${attribute(name)}>`,
    ...pages.map(
      ({ id, label, text }) => `<page id="${id}" label=${attribute(label)}>\n${inert(text)}\n</page>`,
    ),
    '</source>',
  ]);
  return [BEGIN, ...texts, '</sources>'].join('\n');
}

/** Whether a text of a model's input holds sources. */
export const isSources = (text: string): boolean => text.startsWith(`${BEGIN}\n`);

/** The sources in such a text. */
export function sourcesIn(text: string): SourceText[] {
  const sources: SourceText[] = [];
  let pages: CitablePage[] = [];
  for (const [, number, name, id, label, words] of text.matchAll(ENTRY)) {
    if (number !== undefined) {
      pages = [];
      sources.push({ number: Number(number), name: plain(name), pages });
    } else pages.push({ id: id ?? '', label: plain(label), text: (words ?? '').replaceAll('<\\', '<') });
  }
  return sources;
}

const QUOTED = String.raw`"((?:[^"\\\n]|\\.){0,400})"`;
/** No repetition here goes on past the next mark, so that no text makes it slow. */
const ENTRY = new RegExp(
  String.raw`^<source number="(\d+)" name=${QUOTED}>$|^<page id="([\w.]+)" label=${QUOTED}>\n((?:(?!^</page>$)[^\n]*\n)*?)</page>$`,
  'gm',
);

function attribute(text: string): string {
  return JSON.stringify(text.replace(/[<>\r\n]/g, ' ').slice(0, 180));
}

function plain(quoted: string | undefined): string {
  return (quoted ?? '').replace(/\\(.)/g, '$1');
}

function inert(text: string): string {
  return text.replace(/<(?=\/?(?:sources?|page)\b)/gi, '<\\');
}
