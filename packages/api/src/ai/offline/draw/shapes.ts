import type { Random } from './random.ts';
import type { Palette, Scene } from './scene.ts';

export interface Field {
  width: number;
  height: number;
}

/** Returns the shapes of a scene as SVG. It contains only numbers, nothing of the prompt. */
export function shapesOf({ things, palette }: Scene, field: Field, random: Random): string {
  if (things.size === 0) return sky(palette, field) + plain(palette, field, random);
  const parts = [sky(palette, field), lights(things.has('night'), palette, field, random)];
  const has = things.has.bind(things);
  if (!has('night')) parts.push(clouds(palette, field, random));
  if (has('mountains') || has('snow')) parts.push(mountains(palette, field, random));
  else parts.push(hill(palette.land[0], 0.62, 0.05, field, random));
  if (has('city')) parts.push(city(palette, field, random));
  if (has('sea')) parts.push(sea(palette, field, random));
  else {
    parts.push(hill(palette.land[1], 0.72, 0.05, field, random));
    if (has('house')) parts.push(house(palette, field, random));
    if (has('forest')) parts.push(trees(palette, field, random));
    parts.push(hill(palette.land[2], 0.84, 0.04, field, random));
  }
  if (has('boat')) parts.push(boat(palette, field, random));
  if (has('flowers')) parts.push(flowers(palette, field, random));
  if (has('snow')) parts.push(dots('#ffffff', 70, 1, field, random));
  return parts.join('');
}

const n = (value: number) => value.toFixed(1);
const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" opacity="${opacity}"/>`;
const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${rx}" fill="${fill}"/>`;
const shape = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;

function sky({ sky: [top, bottom] }: Palette, { width, height }: Field): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.75" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`;
}

function lights(isNight: boolean, palette: Palette, field: Field, random: Random): string {
  const { width, height } = field;
  const x = random.between(0.22, 0.78) * width;
  const y = random.between(0.2, 0.38) * height;
  const r = Math.min(width, height) * random.between(0.08, 0.12);
  const glow = [2.6, 1.9, 1.4].map((scale) => circle(x, y, r * scale, palette.light, 0.1)).join('');
  const stars = isNight ? dots(palette.light, 60, 0.6, field, random) : '';
  return stars + glow + circle(x, y, r, palette.light);
}

function dots(fill: string, count: number, reach: number, { width, height }: Field, random: Random): string {
  return Array.from({ length: count }, () =>
    circle(
      random.next() * width,
      random.next() * height * reach,
      random.between(0.6, 1.8),
      fill,
      Number(random.between(0.4, 0.95).toFixed(2)),
    ),
  ).join('');
}

function clouds(palette: Palette, { width, height }: Field, random: Random): string {
  return Array.from({ length: 3 }, () => {
    const x = random.between(0.02, 0.8) * width;
    const y = random.between(0.1, 0.36) * height;
    const w = random.between(0.12, 0.22) * width;
    const body = rect(x, y, w, 9, palette.light, 4.5);
    return `<g opacity="0.45">${body}${rect(x + w * 0.22, y - 8, w * 0.5, 9, palette.light, 4.5)}</g>`;
  }).join('');
}

function hill(fill: string, at: number, swing: number, { width, height }: Field, random: Random): string {
  const y = (share: number) => n((at + share * swing) * height);
  const [a, b, c, d] = [random, random, random, random].map(({ between }) => between(-1, 1));
  const curve = `C${n(width * 0.3)} ${y(b ?? 0)} ${n(width * 0.6)} ${y((c ?? 0) * 1.6)} ${width} ${y(d ?? 0)}`;
  return shape(`M0 ${height}V${y(a ?? 0)}${curve}V${height}Z`, fill);
}

function mountains(palette: Palette, { width, height }: Field, random: Random): string {
  const base = height * 0.74;
  return Array.from({ length: 4 }, (_, index) => {
    const x = width * (index / 4 + random.between(0, 0.22));
    const w = width * random.between(0.2, 0.3);
    const top = height * random.between(0.3, 0.46);
    const fill = palette.land[index % 2 === 0 ? 0 : 1];
    const cap = (base - top) * 0.22;
    const side = (w * cap) / (base - top);
    const peak = `M${n(x)} ${n(top)}L${n(x - side)} ${n(top + cap)}L${n(x - side * 0.3)} ${n(top + cap * 0.75)}L${n(x + side * 0.25)} ${n(top + cap * 1.1)}L${n(x + side)} ${n(top + cap)}Z`;
    return (
      shape(`M${n(x - w)} ${n(base)}L${n(x)} ${n(top)}L${n(x + w)} ${n(base)}Z`, fill) +
      shape(peak, palette.light, 0.85)
    );
  }).join('');
}

function sea(palette: Palette, { width, height }: Field, random: Random): string {
  const [far, middle, near] = palette.land;
  return [far, middle, near]
    .map((fill, index) => {
      const y = height * (0.62 + index * 0.12);
      const length = width / (4 + index);
      const start = -random.next() * length * 2;
      const count = Math.ceil(width / length) + 5;
      const waves = Array.from(
        { length: count },
        () => `q${n(length / 4)} ${n(-7 - index * 2)} ${n(length / 2)} 0t${n(length / 2)} 0`,
      ).join('');
      return shape(`M${n(start)} ${n(y)}${waves}V${height}H${n(start)}Z`, fill);
    })
    .join('');
}

function boat(palette: Palette, { width, height }: Field, random: Random): string {
  const x = width * random.between(0.3, 0.7);
  const y = height * 0.73;
  const s = Math.min(width, height) * 0.14;
  return (
    shape(`M${n(x)} ${n(y - s * 1.3)}L${n(x + s * 0.75)} ${n(y - s * 0.06)}H${n(x)}Z`, palette.light) +
    shape(`M${n(x - 3)} ${n(y - s)}L${n(x - s * 0.5)} ${n(y - s * 0.06)}H${n(x - 3)}Z`, palette.light, 0.75) +
    shape(
      `M${n(x - s * 0.7)} ${n(y)}H${n(x + s * 0.9)}L${n(x + s * 0.6)} ${n(y + s * 0.3)}H${n(x - s * 0.45)}Z`,
      palette.accent,
    )
  );
}

function city(palette: Palette, { width, height }: Field, random: Random): string {
  const base = height * 0.8;
  const parts: string[] = [];
  for (let x = width * 0.06; x < width * 0.92; ) {
    const w = width * random.between(0.05, 0.1);
    const h = height * random.between(0.14, 0.4);
    parts.push(rect(x, base - h, w, h, palette.land[random.next() < 0.5 ? 1 : 2], 2));
    for (let row = base - h + 9; row < base - 14; row += 13)
      for (let column = x + 6; column < x + w - 6; column += 10)
        if (random.next() < 0.5) parts.push(rect(column, row, 4, 6, palette.accent, 1));
    x += w + width * random.between(0.004, 0.02);
  }
  return parts.join('');
}

function house(palette: Palette, { width, height }: Field, random: Random): string {
  const s = Math.min(width, height) * 0.17;
  const x = width * random.between(0.3, 0.6);
  const y = height * 0.82 - s;
  return (
    rect(x, y, s, s, palette.light, 2) +
    shape(
      `M${n(x - s * 0.16)} ${n(y)}L${n(x + s / 2)} ${n(y - s * 0.62)}L${n(x + s * 1.16)} ${n(y)}Z`,
      palette.accent,
    ) +
    rect(x + s * 0.4, y + s * 0.45, s * 0.22, s * 0.55, palette.ink, 2) +
    rect(x + s * 0.12, y + s * 0.28, s * 0.18, s * 0.18, palette.ink, 1)
  );
}

function trees(palette: Palette, { width, height }: Field, random: Random): string {
  return Array.from({ length: 13 }, (_, index) => {
    const x = width * ((index + random.between(0.1, 0.9)) / 13);
    const y = height * random.between(0.8, 0.9);
    const h = height * random.between(0.13, 0.24);
    const w = h * 0.36;
    const fill = random.next() < 0.5 ? palette.ink : palette.land[2];
    const tier = (at: number, wide: number) =>
      shape(
        `M${n(x)} ${n(y - h * (1 - at))}L${n(x + w * wide)} ${n(y - h * (0.5 - at))}H${n(x - w * wide)}Z`,
        fill,
      );
    return (
      rect(x - 2, y - h * 0.1, 4, h * 0.14, palette.ink) + tier(0, 0.62) + tier(0.2, 0.82) + tier(0.4, 1)
    );
  }).join('');
}

function flowers(palette: Palette, { width, height }: Field, random: Random): string {
  return Array.from({ length: 26 }, () => {
    const x = random.next() * width;
    const y = height * random.between(0.82, 0.89);
    const stem = `<path d="M${n(x)} ${n(y)}v14" stroke="${palette.ink}" stroke-width="1.4"/>`;
    const fill = random.pick([palette.accent, palette.light, '#d9a0b8']);
    return stem + circle(x, y, random.between(3, 5.5), fill) + circle(x, y, 1.6, palette.ink);
  }).join('');
}

/** Circles, arcs and bars that rest on each other. */
function plain(palette: Palette, { width, height }: Field, random: Random): string {
  const unit = Math.min(width, height);
  const colours = [...palette.land, palette.accent, palette.light] as [string, ...string[]];
  const big = circle(
    width * random.between(0.35, 0.65),
    height * random.between(0.34, 0.46),
    unit * random.between(0.2, 0.26),
    random.pick(colours),
  );
  const arcs = Array.from({ length: 4 }, () => {
    const r = unit * random.between(0.09, 0.18);
    const x = width * random.between(0.15, 0.85);
    const y = height * random.between(0.25, 0.75);
    const turn = random.pick([0, 90, 180, 270]);
    return `<path transform="rotate(${turn} ${n(x)} ${n(y)})" d="M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} ${n(y)}Z" fill="${random.pick(colours)}" opacity="0.92"/>`;
  });
  const small = Array.from({ length: 3 }, () =>
    circle(
      width * random.between(0.15, 0.85),
      height * random.between(0.2, 0.75),
      unit * random.between(0.02, 0.06),
      random.pick(colours),
    ),
  );
  const ground = rect(0, height * 0.78, width, height * 0.22, palette.land[2]);
  return big + arcs.join('') + small.join('') + ground;
}
