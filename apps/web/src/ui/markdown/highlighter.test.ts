import { expect, it } from 'vitest';
import { gray } from '../../theme/colors.ts';
import { coloursOf, highlighterChunk, themes } from './highlighter.ts';

/** The background colours of code in the theme. */
const grounds = { light: gray[1] as string, dark: '#242220' };

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  [
    'typescript',
    '// A comment\nimport x from "y";\nconst a: Set<string> = new Set([`1`, /re[a-z]/u]);\nclass B { get c() { return this?.d ?? null; } }',
  ],
  ['html', '<!-- A comment -->\n<p class="a" data-b=c>&amp; words</p>\n<script>1</script>'],
  ['css', '/* A comment */\n.a:hover { color: #fff; --b: calc(1px + 2em) !important; }'],
  ['markdown', '# Title\n\n**bold** _it_ `code` [a](b)\n\n> quote\n\n- item'],
  ['diff', '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new'],
])('colours of %s are readable in light and dark', async (language, code) => {
  const plugin = await highlighterChunk.read();
  const { tokens } = await new Promise<NonNullable<ReturnType<typeof plugin.highlight>>>((resolve) => {
    const now = plugin.highlight({ code, language: language as never, themes }, resolve);
    if (now) resolve(now);
  });
  const colours = tokens.flat().flatMap((token) => coloursOf(token) ?? []);
  expect(colours.length).toBeGreaterThan(3);
  for (const { light, dark } of colours) {
    expect(contrast(light, grounds.light), light).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, grounds.dark), dark).toBeGreaterThanOrEqual(4.5);
  }
});
