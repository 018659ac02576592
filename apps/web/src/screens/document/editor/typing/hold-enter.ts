import { SuggestionMenu } from '@blocknote/core/extensions';
import type { DefaultReactSuggestionItem } from '@blocknote/react';
import type { DocumentEditor } from '../schema.ts';

type GetItems = (query: string) => Promise<DefaultReactSuggestionItem[]>;

/** Makes Enter wait for the results of the current query, instead of choosing the first of an older one. */
export interface HeldEnter {
  /** Wraps the search of a menu; Enter waits for its results. */
  watching(find: GetItems): GetItems;
  /** Must be called before the menu's own key handler. */
  onKey(event: KeyboardEvent): void;
}

export function holdEnter(editor: DocumentEditor): HeldEnter {
  const menu = () => editor.getExtension(SuggestionMenu);
  /** The query of the open menu; null while none is open. */
  const typed = () => {
    const state = menu()?.store.state;
    return state?.show ? state.query : null;
  };
  /** The query of the shown results. */
  let answered: string | null = null;
  /** The query for which Enter was pressed while it was searched. */
  let held: string | null = null;

  const take = (query: string, [first]: DefaultReactSuggestionItem[]) => {
    if (held !== query || typed() !== query) return;
    held = null;
    if (!first) return;
    menu()?.closeMenu();
    menu()?.clearQuery();
    first.onItemClick();
  };

  return {
    watching: (find) => async (query) => {
      const items = await find(query);
      // Until then the menu still shows, and would take, those of before.
      requestAnimationFrame(() => {
        if (typed() === query) answered = query;
        take(query, items);
      });
      return items;
    },
    onKey(event) {
      const query = typed();
      // Typing on cancels the Enter.
      held = null;
      if (query === null) answered = null;
      else if (event.key === 'Enter' && !event.isComposing && query !== answered) {
        held = query;
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };
}
