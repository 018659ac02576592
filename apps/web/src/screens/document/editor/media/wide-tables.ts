const WIDE = 'tableWrapper';

/**
 * Makes tables that are wider than the page stops of the keyboard, where arrow keys scroll them. For who only reads:
 * who writes moves the cursor through the cells, and the table follows.
 * @param name what such a table is called
 * @returns what ends it
 */
export function scrollWideTables(text: Element, name: string): () => void {
  const tables = text.getElementsByClassName(WIDE);
  const followed = new Set<Element>();
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const table = target.closest(`.${WIDE}`);
      if (table) mark(table, table.scrollWidth > table.clientWidth ? name : null);
    }
  });
  const follow = () => {
    for (const table of tables) {
      if (followed.has(table)) continue;
      followed.add(table);
      sizes.observe(table);
      // The page may stay as wide while a column comes.
      const columns = table.querySelector('table');
      if (columns) sizes.observe(columns);
    }
  };
  const news = new MutationObserver(follow);
  news.observe(text, { childList: true, subtree: true });
  follow();
  return () => {
    news.disconnect();
    sizes.disconnect();
    for (const table of followed) mark(table, null);
  };
}

/** @param name null: it is no stop */
function mark(table: Element, name: string | null): void {
  const attributes = { tabindex: '0', role: 'region', 'aria-label': name };
  for (const [attribute, value] of Object.entries(attributes))
    if (name === null || value === null) table.removeAttribute(attribute);
    else if (table.getAttribute(attribute) !== value) table.setAttribute(attribute, value);
}
