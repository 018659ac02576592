/** Things that this program can draw, by the words that ask for them. */
const things = {
  night: /night|star|moon|midnight|夜|星|月/i,
  sunset: /sunset|sunrise|dusk|dawn|evening|日落|日出|黄昏|晚霞|夕阳/i,
  mountains: /mountain|alp|peak|summit|volcano|山|峰/i,
  sea: /\bsea\b|ocean|wave|beach|lake|river|water|boat|ship|sail|harbou?r|island|海|湖|河|水|船|岛/i,
  boat: /boat|ship|sail|船|帆/i,
  forest: /forest|tree|wood|pine|jungle|park|garden|fox|bear|deer|森林|树|林|公园|狐/i,
  city: /city|town|skyline|tower|building|street|office|城|楼|街|塔/i,
  house: /house|home|hut|cabin|cottage|village|房|屋|家|村/i,
  snow: /snow|winter|ice|christmas|frost|雪|冬|冰/i,
  flowers: /flower|rose|tulip|meadow|spring|bloom|花|春|草/i,
  desert: /desert|dune|sand|camel|cactus|沙/i,
} as const;
export type Thing = keyof typeof things;

export interface Palette {
  sky: [string, string];
  light: string;
  /** From far to near. */
  land: [string, string, string];
  accent: string;
  ink: string;
}

const palettes = {
  day: {
    sky: ['#a9cfe0', '#eef1e6'],
    light: '#fff3cf',
    land: ['#9dbcb4', '#6f9c90', '#3f6f66'],
    accent: '#e2795b',
    ink: '#21403c',
  },
  sunset: {
    sky: ['#4a4e82', '#f3b488'],
    light: '#ffe2b0',
    land: ['#a8738a', '#75527c', '#40355e'],
    accent: '#f2c14e',
    ink: '#2c2547',
  },
  night: {
    sky: ['#141c3a', '#46578c'],
    light: '#f4efd9',
    land: ['#3a4a7a', '#283661', '#172145'],
    accent: '#f0c766',
    ink: '#10162f',
  },
  snow: {
    sky: ['#b9cbe0', '#f4f5f4'],
    light: '#ffffff',
    land: ['#c8d6e2', '#e3eaef', '#fafbfb'],
    accent: '#c4574b',
    ink: '#39506b',
  },
  desert: {
    sky: ['#8fbfc4', '#f7e3bd'],
    light: '#fff0c2',
    land: ['#e6bd86', '#d69c61', '#b06f43'],
    accent: '#5c7f5f',
    ink: '#5d3722',
  },
  plain: {
    sky: ['#efe7da', '#e2d8c8'],
    light: '#f6c667',
    land: ['#4f7c8a', '#d9725b', '#2f4858'],
    accent: '#86a98b',
    ink: '#2f3a40',
  },
} as const satisfies Record<string, Palette>;

export interface Scene {
  things: ReadonlySet<Thing>;
  palette: Palette;
}

/** What a prompt asks for, as far as this program knows it; nothing known makes a composition of plain shapes. */
export function sceneOf(prompt: string): Scene {
  const text = prompt.slice(0, 2_000);
  const found = new Set((Object.keys(things) as Thing[]).filter((thing) => things[thing].test(text)));
  const mood = (['night', 'sunset', 'snow', 'desert'] as const).find((each) => found.has(each));
  return { things: found, palette: palettes[mood ?? (found.size > 0 ? 'day' : 'plain')] };
}
