import { SuggestionMenu } from '@blocknote/core/extensions';
import type { DefaultReactSuggestionItem } from '@blocknote/react';
import type { DocumentEditor } from '../schema.ts';

type GetItems = (query: string) => Promise<DefaultReactSuggestionItem[]>;

/** Has Enter wait for the lines of what was typed, rather than take the first of what was typed before. */
export interface HeldEnter {
  /** Looks for the lines of a menu; Enter waits for them. */
  watching(find: GetItems): GetItems;
  /** To be told of keys before the menu is. */
  onKey(event: KeyboardEvent): void;
}

export function holdEnter(editor: DocumentEditor): HeldEnter {
  const menu = () => editor.getExtension(SuggestionMenu);
  /** What is typed into the open menu; null while none is open. */
  const typed = () => {
    const state = menu()?.store.state;
    return state?.show ? state.query : null;
  };
  /** What the lines that are shown were found for. */
  let answered: string | null = null;
  /** What Enter was pressed after, while its lines were looked for. */
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
      // Whoever goes on typing means something else.
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
