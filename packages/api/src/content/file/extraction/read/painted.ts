import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What counts as a letter: no white space, and no marks that only steer others. */
export const isLetter = (character: string) => !/[\s\p{Cf}]/u.test(character);

/** The letters of a text in order. */
export const lettersIn = (text: string) => [...text].filter(isLetter);

/** What a page shows, as pdf.js lists it. */
export interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];
/** Left, bottom, right and top in points of the page. */
export type Box = readonly [number, number, number, number];

/** A letter that is shown, white space left out. */
export interface PaintedLetter {
  letter: string;
  /**
   * `never`: it is not painted at all; `light`: in the colour of paper, so that it is seen only on one of the first
   * `under` boxes.
   */
  seen: 'always' | 'never' | 'light';
  under: number;
}

export interface Painted {
  letters: readonly PaintedLetter[];
  /** Where something else than paper may be painted. */
  boxes: readonly Box[];
  /** Points² of the page that pictures may cover. */
  pictures: number;
}

interface State {
  matrix: Matrix;
  mode: number;
  /** Null for patterns. */
  fill: string | null;
  opacity: number;
  line: number;
}

/** Modes in which letters are not painted: invisible, and as an edge for what follows. */
const UNPAINTED: ReadonlySet<number> = new Set([3, 7]);
/** Modes in which letters are filled only. */
const FILLED: ReadonlySet<number> = new Set([0, 4]);
const FAINT = 0.05;
/** The darkest channel of what cannot be told from paper. */
const PAPER = 0xf0;
/** Points² from which on a unit of the page may be a picture, and points from which on a line may be a bar. */
const MIN_PICTURE = 100;
const MIN_BAR = 4;
const fills: ReadonlySet<unknown> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const everywhere: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** Goes through what a page shows, and returns its letters in order with whether they are seen. */
export function paintedBy({ fnArray, argsArray }: Operators): Painted {
  const letters: PaintedLetter[] = [];
  const boxes: Box[] = [];
  const states: State[] = [];
  let pictures = 0;
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], mode: 0, fill: '#000000', opacity: 1, line: 1 };
  const save = () => states.push({ ...state });
  const restore = () => {
    state = states.pop() ?? state;
  };
  const move = (matrix: unknown) => {
    if (Array.isArray(matrix) || ArrayBuffer.isView(matrix))
      state.matrix = times(state.matrix, matrix as never);
  };
  for (const [at, operator] of fnArray.entries()) {
    const args = (argsArray[at] ?? []) as ArrayLike<unknown>;
    switch (operator) {
      case OPS.save:
        save();
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        restore();
        break;
      case OPS.paintFormXObjectBegin:
        save();
        move(args[0]);
        break;
      case OPS.transform: {
        move(args);
        const [a, b, c, d] = state.matrix;
        const area = Math.abs(a * d - b * c);
        if (area < MIN_PICTURE) break;
        // Pictures, which are not unpacked here, are a unit wide and high.
        pictures += area;
        boxes.push(boxOf(state.matrix, [0, 0, 1, 1], 0));
        break;
      }
      case OPS.setTextRenderingMode:
        state.mode = Number(args[0]);
        break;
      case OPS.setLineWidth:
        state.line = Number(args[0]);
        break;
      case OPS.setFillRGBColor:
        state.fill = String(args[0]);
        break;
      case OPS.setFillColorN:
        state.fill = null;
        break;
      case OPS.setGState:
        for (const [key, value] of args[0] as [string, unknown][])
          if (key === 'ca') state.opacity = Number(value);
          else if (key === 'LW') state.line = Number(value);
        break;
      case OPS.shadingFill:
        boxes.push(everywhere);
        break;
      case OPS.constructPath: {
        const edges = args[2] as ArrayLike<number> | undefined;
        const isFill = fills.has(args[0]);
        const width = state.line * Math.hypot(state.matrix[0], state.matrix[1]);
        if (!edges || (isFill ? isPaper(state.fill) : width < MIN_BAR)) break;
        boxes.push(boxOf(state.matrix, edges, isFill ? 0 : state.line));
        break;
      }
      case OPS.showText: {
        const seen = seenIn(state);
        for (const glyph of args[0] as ArrayLike<unknown> & Iterable<unknown>)
          for (const letter of lettersOf(glyph)) letters.push({ letter, seen, under: boxes.length });
        break;
      }
      default:
    }
  }
  return { letters, boxes, pictures };
}

function seenIn({ mode, fill, opacity }: State): PaintedLetter['seen'] {
  if (UNPAINTED.has(mode)) return 'never';
  if (!FILLED.has(mode)) return 'always';
  if (opacity < FAINT) return 'never';
  return isPaper(fill) ? 'light' : 'always';
}

function isPaper(colour: string | null): boolean {
  const channels = colour?.match(/[0-9a-f]{2}/giu);
  return channels?.length === 3 && channels.every((channel) => Number.parseInt(channel, 16) >= PAPER);
}

/** The letters of a glyph; none for a number, which moves what follows. */
function lettersOf(glyph: unknown): string[] {
  if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return [];
  return lettersIn(String(glyph.unicode));
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function boxOf([a, b, c, d, e, f]: Matrix, edges: ArrayLike<number>, around: number): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(edges);
  const corners = [left - around, right + around].flatMap((x) =>
    [bottom - around, top + around].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const across = corners.map(([x]) => x);
  const up = corners.map(([, y]) => y);
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
}
