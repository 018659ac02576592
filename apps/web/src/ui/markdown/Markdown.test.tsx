import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/markdown.tsx';
import { renderApp } from '../../testing/render.tsx';
import { CitedPage } from './Citation.tsx';
import { cleanSvg, isSelfContained } from './diagram-safety.ts';
import { Markdown } from './Markdown.tsx';
import { mathDelimiters } from './math.ts';
import { streamingText } from './streaming-text.ts';

beforeAll(() => streamingText.load());

describe('Markdown of people and models', () => {
  it.each([
    '<script>window.hacked = 1</script>',
    'a <img src=x onerror="window.hacked=1"> b',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg onload="window.hacked=1"><style>*{}</style></svg>',
    '<div style="position:fixed">\n\nx\n\n</div>',
    '<form action="/api/user/logout"><button>x</button></form>',
  ])('shows %s as text', async (html) => {
    const page = await show(html);
    const live = 'script, img, iframe, svg, style, form, button, [onload], [onerror], [style*=fixed]';
    expect(page.querySelector(live)).toBeNull();
    expect(page.textContent).toContain('<');
    expect('hacked' in window).toBe(false);
  });

  it.each([
    ['see list[0', 'see list[0'],
    ['if a <b', 'if a <b'],
    ['read [the docs', 'read [the docs'],
    ['read [the docs](https://exam', 'read the docs'],
    ['![a cat](https://exam', 'a cat'],
    ['**bold', 'bold'],
  ])('shows all of %s while it streams', async (text, shown) => {
    const page = await show(text, { streaming: true });
    expect(page.textContent).toBe(shown);
  });

  it('breaks lines at <br>, and drops comments', async () => {
    const page = await show('| a |\n|---|\n| one<br>two<!-- hidden --> |');
    expect(page.querySelectorAll('td br')).toHaveLength(1);
    expect(page.textContent).not.toContain('hidden');
  });

  it('shows code with a copy button', async () => {
    const page = await show('```ts\nconst a = 1;\n```');
    expect(page.querySelector('pre')?.textContent).toBe('const a = 1;');
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy();
  });
});

describe('Markdown', () => {
  it.each([
    ['# A\n\n## B', '<h1>A</h1><h2>B</h2>'],
    [
      'a **b** *c* ~~d~~ `e &amp; <f>`',
      '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e &amp;amp; &lt;f&gt;</code></p>',
    ],
    ['AT&amp;T &copy; &#33; \\*no\\*', '<p>AT&amp;T © ! *no*</p>'],
    ['one  \ntwo', '<p>one<br>two</p>'],
    ['> a\n>\n> b', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['- a\n  1. b\n- c', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>'],
    ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['a\n\n---', '<p>a</p><hr>'],
    [
      '[a][1]\n\n[1]: https://example.com/x',
      '<p><a href="https://example.com/x" target="_blank" rel="noopener noreferrer nofollow">a</a></p>',
    ],
    ['<!-- hidden -->\n\nshown', '<p>shown</p>'],
  ])('shows %j', async (text, html) => {
    expect((await show(text)).innerHTML).toBe(html);
  });

  it('shows tasks and tables', async () => {
    const page = await show('- [x] done\n- [ ] open\n\n| a | b |\n|---|--:|\n| 1 | 2 |');
    expect([...page.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([true, false]);
    expect([...page.querySelectorAll('th, td')].map((cell) => cell.textContent)).toEqual([
      'a',
      'b',
      '1',
      '2',
    ]);
    expect(page.querySelector<HTMLElement>('td:last-child')?.style.textAlign).toBe('right');
  });

  it('numbers notes, and leads from each to its place and back', async () => {
    const page = await show('One[^b] and two[^a].\n\n[^a]: The *second*.\n\n[^b]: The first.');
    const marks = [...page.querySelectorAll('sup a')];
    expect(marks.map((mark) => mark.textContent)).toEqual(['1', '2']);
    expect([...page.querySelectorAll('[data-footnotes] li p')].map((note) => note.textContent)).toEqual([
      'The first.',
      'The second.',
    ]);
    for (const link of page.querySelectorAll('a'))
      expect(page.querySelector(`[id="${link.hash.slice(1)}"]`), link.hash).not.toBeNull();
  });

  it('draws formulas', async () => {
    // As in a page with a doctype; KaTeX draws in no other.
    Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true });
    const page = await show('so $x_1$ and\n\n$$\ny^2\n$$\n\nend');
    await vi.waitFor(() => expect(page.querySelectorAll('.katex')).toHaveLength(2), 10_000);
    expect(page.querySelectorAll('.katex-display')).toHaveLength(1);
  });

  it('colours no fence that is still open, and draws no diagram of it', async () => {
    const page = await show('Look:\n\n```mermaid\ngraph TD\n A-->B', { streaming: true });
    expect(page.querySelector('pre')?.textContent).toBe('graph TD\n A-->B');
  });

  it('shows what nests thousands deep', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const page = await show(`${'>'.repeat(8_000)} a`);
    expect(page.textContent).toContain('a');
    logged.mockRestore();
  });
});

describe('citations', () => {
  const text = 'It takes [three weeks](#block=b-1), [or](#ffffffff) not.[^1]\n\n[^1]: A note.';

  it('link to their block on their page, and invented ones nowhere', async () => {
    renderApp(
      <MemoryRouter>
        <CitedPage value="/note/a/c/d">
          <Markdown text={text} />
        </CitedPage>
      </MemoryRouter>,
    );
    const cited = await screen.findByRole('link', { name: 'three weeks' });
    expect(cited.getAttribute('href')).toBe('/note/a/c/d#block=b-1');
    expect(screen.queryByRole('link', { name: 'or' })).toBeNull();
    expect(document.querySelector('a[href^="#user-content-fn"]')).not.toBeNull();
  });

  it('are plain text where there is no such page', async () => {
    const page = await show(text);
    expect(page.textContent).toContain('It takes three weeks, or not.');
    expect(screen.queryByRole('link', { name: 'three weeks' })).toBeNull();
  });
});

describe('formulas', () => {
  it('accept the bracket syntax of models, outside of code', () => {
    expect(mathDelimiters('a \\(x^2\\) b')).toBe('a $$x^2$$ b');
    expect(mathDelimiters('\\[ x \\]')).toBe('\n$$\nx\n$$\n');
    expect(mathDelimiters('`\\(x\\)` and ```\n\\(y\\)\n```')).toBe('`\\(x\\)` and ```\n\\(y\\)\n```');
  });
});

describe('single dollar signs', () => {
  it.each([
    ['so $E = mc^2$.', 'so $$E = mc^2$$.'],
    ['with $x$ and $\\alpha$-decay', 'with $$x$$ and $$\\alpha$$-decay'],
    ['其中$a_1$是', '其中$$a_1$$是'],
    ['$$y = 1$$ and $x_i$', '$$y = 1$$ and $$x_i$$'],
  ])('delimit a formula in %j', (text, formula) => {
    expect(mathDelimiters(text)).toBe(formula);
  });

  it.each([
    '$5 and $10',
    'from $5-$10 = cheap',
    'US$5 = 4 EUR, $6 = 5 EUR',
    'it costs $5 a_b and $ 7',
    'set $HOME_DIR:$PATH_DIR',
    'escaped \\$x = 1\\$ stays',
    '`$x = 1$` and ```\n$y = 2$\n```',
    '$$\na = $b$ \n$$',
    'a budget of $20$',
  ])('are text in %j', (text) => {
    expect(mathDelimiters(text)).toBe(text);
  });
});

describe('diagrams', () => {
  it.each([
    'flowchart TD\n A@{ img: "https://evil.example/x.png" }',
    'graph TD\n A["<img src=\'https://evil.example/x\'>"]',
    'graph TD\n style A fill:url(https://evil.example/x)',
    '%%{init: {"themeCSS": "* { background: url(https://evil.example) }"}}%%\ngraph TD\n A',
    '---\nconfig:\n  theme: base\n---\ngraph TD\n A',
    'graph TD\n classDef a fill:#fff\n @import url("//evil.example")',
    'stateDiagram-v2\n classDef bad fill:red,background-image:\\75rl(https://evil.example/?d=x)\n class A bad',
    'stateDiagram-v2\n classDef bad background-image:image-set("https://evil.example/x" 1x)\n class A bad',
    'graph TD\n A-->B; classDef bad mask-image:-webkit-image-set("https://evil.example/x" 1x)',
    'graph TD\n style A background:u\\rl(https://evil.example)',
    "graph TD\n linkStyle 0 stroke:attr(data-x 'https://evil.example')",
    'sequenceDiagram\n rect u\\72l(https://evil.example)\n A->>B: hi\n end',
  ])('are not drawn when they load something from outside: %j', (source) => {
    expect(isSelfContained(source)).toBe(false);
  });

  it('are drawn when they do not', () => {
    expect(isSelfContained('graph LR\n A[Ask] --> B{Answer?}\n B -- yes --> C[https://example.com]')).toBe(
      true,
    );
    expect(
      isSelfContained('graph LR\n classDef warm fill:rgb(255, 240, 200),stroke:#333\n A(Start):::warm'),
    ).toBe(true);
    expect(
      isSelfContained('graph LR\n style A fill:#f9f,stroke-width:4px,color:hsla(20, 50%, 40%, .5)'),
    ).toBe(true);
  });

  it('lose whatever could load or run', () => {
    const svg = cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()">
      <script>x()</script><image href="https://evil.example/x"/><foreignObject/>
      <style>a { fill: url(https://evil.example) }</style><style>.ok { fill: red }</style>
      <a href="https://evil.example"><text>t</text></a>
      <path marker-end="url(#arrow)" fill="url(https://evil.example/x)"/></svg>`);
    const markup = svg?.outerHTML ?? '';
    expect(markup).not.toMatch(/evil|script|onload|foreignObject|<image/i);
    expect(markup).toContain('url(#arrow)');
    expect(markup).toContain('.ok');
    expect(cleanSvg('<p>no picture</p>')).toBeNull();
  });
});
