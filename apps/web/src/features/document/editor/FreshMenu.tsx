import { SuggestionMenu as MenuState } from '@blocknote/core/extensions';
import {
  type DefaultReactSuggestionItem,
  type SuggestionMenuProps,
  useBlockNoteEditor,
  useComponentsContext,
  useDictionary,
} from '@blocknote/react';
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';

type Item = DefaultReactSuggestionItem;
export type GetItems = (query: string) => Promise<Item[]>;

/** What each list was made for. */
const queries = new WeakMap<readonly Item[], string>();

/** Has a list know what was typed when it was asked for, so that `FreshMenu` can tell whether it is behind. */
export function knowingQuery(getItems: GetItems): GetItems {
  return async (query) => {
    const items = [...(await getItems(query))];
    queries.set(items, query);
    return items;
  };
}

/**
 * A list that opens while writing, in which Enter takes what fits the words that stand there: pressed before the list
 * has caught up with them, it waits for that. The library would take the first line of the list for earlier words.
 */
export function FreshMenu(props: SuggestionMenuProps<Item>) {
  const { items, onItemClick } = props;
  const editor = useBlockNoteEditor();
  /** The words for which Enter was pressed too early. */
  const awaited = useRef<string | null>(null);
  const shown = useRef(items);
  useLayoutEffect(() => {
    shown.current = items;
    const query = queries.get(items);
    if (awaited.current === null || awaited.current !== query) return;
    awaited.current = null;
    const menu = editor.getExtension(MenuState);
    if (menu?.store.state?.query !== query) return;
    const [first] = items;
    if (first) onItemClick?.(first);
    else menu?.closeMenu();
  }, [items, onItemClick, editor]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const menu = editor.getExtension(MenuState);
      const query = menu?.store.state?.query;
      const isHere = event.target instanceof Node && editor.domElement?.contains(event.target);
      awaited.current = null;
      if (event.key !== 'Enter' || event.isComposing || !isHere || !menu?.shown()) return;
      if (query === undefined || queries.get(shown.current) === query) return;
      awaited.current = query;
      event.preventDefault();
      // Before the library hears of it.
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [editor]);
  return <Lines {...props} />;
}

/** The lines by their groups, under the names by which the library and its styles know them. */
function Lines({ items, onItemClick, selectedIndex, loadingState }: SuggestionMenuProps<Item>) {
  const menu = useComponentsContext()?.SuggestionMenu;
  const { suggestion_menu: said } = useDictionary();
  if (!menu) return null;
  return (
    <menu.Root id="bn-suggestion-menu" className="bn-suggestion-menu">
      {items.map((item, i) => (
        <Fragment key={item.title}>
          {item.group !== undefined && item.group !== items[i - 1]?.group && (
            <menu.Label className="bn-suggestion-menu-label">{item.group}</menu.Label>
          )}
          <menu.Item
            id={`bn-suggestion-menu-item-${i}`}
            className={`bn-suggestion-menu-item${item.size === 'small' ? ' bn-suggestion-menu-item-small' : ''}`}
            item={item}
            isSelected={i === selectedIndex}
            onClick={() => onItemClick?.(item)}
          />
        </Fragment>
      ))}
      {items.length === 0 && loadingState !== 'loading-initial' && (
        <menu.EmptyItem className="bn-suggestion-menu-item">{said.no_items_title}</menu.EmptyItem>
      )}
      {loadingState !== 'loaded' && <menu.Loader className="bn-suggestion-menu-loader" />}
    </menu.Root>
  );
}
