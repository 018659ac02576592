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

/** By mood: the sky above and below, the light, the land from far to near, the accent, the ink. */
const palettes = {
  day: '#a9cfe0 #eef1e6 #fff3cf #9dbcb4 #6f9c90 #3f6f66 #e2795b #21403c',
  sunset: '#4a4e82 #f3b488 #ffe2b0 #a8738a #75527c #40355e #f2c14e #2c2547',
  night: '#141c3a #46578c #f4efd9 #3a4a7a #283661 #172145 #f0c766 #10162f',
  snow: '#b9cbe0 #f4f5f4 #ffffff #c8d6e2 #e3eaef #fafbfb #c4574b #39506b',
  desert: '#8fbfc4 #f7e3bd #fff0c2 #e6bd86 #d69c61 #b06f43 #5c7f5f #5d3722',
  plain: '#efe7da #e2d8c8 #f6c667 #4f7c8a #d9725b #2f4858 #86a98b #2f3a40',
};

function paletteOf(mood: keyof typeof palettes): Palette {
  const [above, below, light, far, between, near, accent, ink] = palettes[mood].split(' ') as Colours;
  return { sky: [above, below], light, land: [far, between, near], accent, ink };
}
type Colours = [string, string, string, string, string, string, string, string];

export interface Scene {
  things: ReadonlySet<Thing>;
  palette: Palette;
}

/** Parses the recognised parts of a prompt; without any, the scene is made of plain shapes. */
export function sceneOf(prompt: string): Scene {
  const text = prompt.slice(0, 2_000);
  const found = new Set((Object.keys(things) as Thing[]).filter((thing) => things[thing].test(text)));
  const mood = (['night', 'sunset', 'snow', 'desert'] as const).find((each) => found.has(each));
  return { things: found, palette: paletteOf(mood ?? (found.size > 0 ? 'day' : 'plain')) };
}
