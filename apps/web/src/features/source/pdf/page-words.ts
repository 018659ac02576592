import { stretchesIn } from '@tandem/shared/file/page-text';

/** The words of a page that is shown, as elements above its picture. */
export class PageWords {
  readonly text: string;
  readonly #elements: readonly HTMLElement[];
  readonly #starts: readonly number[];
  readonly #lengths: readonly number[];

  /**
   * @param starts where the words of each element begin in the text, and last where the text ends
   * @param elements in the order of the text
   */
  constructor(text: string, starts: readonly number[], elements: readonly HTMLElement[]) {
    this.text = text;
    this.#elements = elements;
    this.#starts = starts;
    this.#lengths = elements.map((element) => element.textContent.length);
  }

  /** The stretch of the page that shows these offsets; null where nothing does. */
  rangeOf(from: number, to: number): Range | null {
    const stretches = stretchesIn(this.#starts, this.#lengths, from, to);
    const first = stretches[0];
    const last = stretches.at(-1);
    const begin = first && this.#elements[first.item]?.firstChild;
    const end = last && this.#elements[last.item]?.firstChild;
    if (!begin || !end) return null;
    const range = new Range();
    range.setStart(begin, first.from);
    range.setEnd(end, last.to);
    return range;
  }

  /** The words of which most lie in a rectangle of the window. */
  within({ left, top, right, bottom }: DOMRectReadOnly): string {
    const isInside = (element: HTMLElement) => {
      const box = element.getBoundingClientRect();
      const across = Math.min(right, box.right) - Math.max(left, box.left);
      const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      return across > 0 && down > 0 && across * down > (box.width * box.height) / 2;
    };
    return this.#elements
      .filter(isInside)
      .map((element) => element.textContent)
      .join(' ');
  }

  /** The offsets of what a range covers of the page; null for nothing. */
  offsetsOf(range: Range): { from: number; to: number } | null {
    const isCovered = (element: HTMLElement) =>
      element.firstChild !== null && range.intersectsNode(element.firstChild);
    const first = this.#elements.findIndex(isCovered);
    const last = this.#elements.findLastIndex(isCovered);
    if (first < 0) return null;
    const at = (item: number, node: Node, offset: number, otherwise: number) =>
      (this.#starts[item] ?? 0) + (this.#elements[item]?.firstChild === node ? offset : otherwise);
    const from = at(first, range.startContainer, range.startOffset, 0);
    const to = at(last, range.endContainer, range.endOffset, this.#lengths[last] ?? 0);
    return from < to ? { from, to } : null;
  }
}
