import type { Browser } from '@playwright/test';

/** A sentence of the book that is asked about. */
export interface Fact {
  /** Index of its page, from 1. */
  page: number;
  /** As the book sets it, in HTML. */
  html: string;
  /** As an assistant quotes it: in plain words, with the marks of a keyboard. */
  quote: string;
}

const NOUNS = ['harbour', 'lighthouse', 'warehouse', 'customs office', 'ferry', 'breakwater', 'chandlery'];
const ADVERBS = ['afterwards', 'officially', 'efficiently', 'difficultly', 'floridly', 'first of all'];
const DEEDS = [
  'was affixed to the firm flagstones of the quay',
  'had been refitted with a finer, final finish',
  'kept its ledgers of fish, flour and flax',
  'offered shelter against the fiercest of floods',
];
/** Ways of setting a sentence: how a book prints its words, and how they are quoted. */
const SETTINGS: ((n: number) => Omit<Fact, 'page'>)[] = [
  (n) => {
    const plain = `In the year ${1500 + n} the council paid ${n * 37} crowns for the new crane.`;
    return { html: plain, quote: plain };
  },
  (n) => ({
    html: `The <em>Margrave of Quay ${n}</em> owned <strong>${n} fishing boats</strong>, and <em>none</em> of them leaked.`,
    quote: `The Margrave of Quay ${n} owned ${n} fishing boats, and none of them leaked.`,
  }),
  (n) => ({
    html: `“The pilot’s fee,” wrote clerk ${n}, “is ${n},500 crowns — not a penny less.”`,
    quote: `"The pilot's fee," wrote clerk ${n}, "is ${n},500 crowns — not a penny less."`,
  }),
  (n) => ({
    html: `The ad&shy;min&shy;is&shy;tra&shy;tion re&shy;con&shy;sid&shy;ered its in&shy;com&shy;pre&shy;hen&shy;si&shy;ble reg&shy;u&shy;la&shy;tion num&shy;ber ${n} of trans&shy;ship&shy;ment.`,
    quote: `The administration reconsidered its incomprehensible regulation number ${n} of transshipment.`,
  }),
  (n) => ({
    html: `Offices ${n} and ${n + 1} efficiently filed the affluent firm’s official flotilla.`,
    quote: `Offices ${n} and ${n + 1} efficiently filed the affluent firm's official flotilla.`,
  }),
  (n) => ({
    html: `Jörg Çelik’s daughter Zoë weighed ${n}&nbsp;kg of Gruyère at the façade of Nº&nbsp;${n}.`,
    quote: `Jörg Çelik's daughter Zoë weighed ${n} kg of Gruyère at the façade of Nº ${n}.`,
  }),
];

const sentence = (n: number) =>
  `The ${NOUNS[n % NOUNS.length]} ${ADVERBS[n % ADVERBS.length]} ${DEEDS[n % DEEDS.length]}, as entry ${n} of the roll has it.`;

/** The facts of a book, one on each of `count` pages that are spread over it. */
export function factsOf(pages: number, count: number): Fact[] {
  return Array.from({ length: count }, (_, n) => {
    const setting = SETTINGS[n % SETTINGS.length] as (typeof SETTINGS)[number];
    return { page: 1 + Math.floor((n * (pages - 1)) / Math.max(1, count - 1)), ...setting(n + 1) };
  });
}

/** A chapter of one page: two columns, with the fact in the middle of a paragraph, in a list, a table or a note. */
function chapter(page: number, facts: readonly Fact[]): string {
  const at = page * 40;
  const paragraph = (from: number, fact = '') =>
    `<p>${sentence(at + from)} ${sentence(at + from + 1)} ${fact} ${sentence(at + from + 2)}</p>`;
  const told = facts.map(({ html }) => html).join(' ');
  const place = page % 4;
  return `<section><header>A history of the harbour <span>${page}</span></header><h2>${page}. Of the ${NOUNS[page % NOUNS.length]}</h2><div>
    ${paragraph(0)}${paragraph(3, place === 0 ? told : '')}
    <ul><li>${sentence(at + 6)}</li><li>${place === 1 ? told : sentence(at + 7)}</li></ul>
    ${paragraph(8)}${paragraph(11)}${paragraph(14)}
    ${paragraph(17, place === 2 ? told : '')}
    <table><tr><th>Berth</th><th>Crowns</th></tr><tr><td>North ${page}</td><td>${page * 3}</td></tr></table>
    ${paragraph(20)}${paragraph(23)}
    <p class="note"><sup>${page}</sup> ${place === 3 ? told : sentence(at + 26)}</p>
  </div></section>`;
}

const STYLE = `
  @page { size: A4; margin: 0 }
  body { margin: 0; font: 10pt/1.4 serif }
  section { break-after: page; box-sizing: border-box; height: 296mm; padding: 18mm; overflow: hidden }
  header { display: flex; justify-content: space-between; font-variant: small-caps }
  div { columns: 2; column-gap: 9mm; text-align: justify }
  p { margin: 0 0 2mm; text-indent: 4mm }
  td, th { border: 0.2mm solid; padding: 0 3mm }
  .note { font-size: 8pt }
`;

/**
 * A long book as a browser prints it: justified columns, subsets of fonts, ligatures, divided words, and each line in
 * pieces. Each of its chapters fills one page, so that the page of a fact is known without reading the file.
 */
export async function printedBook(browser: Browser, pages: number, facts: readonly Fact[]): Promise<Buffer> {
  const chapters = Array.from({ length: pages }, (_, index) =>
    chapter(
      index + 1,
      facts.filter(({ page }) => page === index + 1),
    ),
  );
  const page = await browser.newPage();
  try {
    await page.setContent(
      `<!doctype html><html lang="en"><title>A history of the harbour</title><style>${STYLE}</style>${chapters.join('')}`,
    );
    return await page.pdf({ preferCSSPageSize: true });
  } finally {
    await page.close();
  }
}
