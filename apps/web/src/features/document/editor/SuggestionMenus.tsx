import { SuggestionMenuController } from '@blocknote/react';
import type { Transaction } from 'prosemirror-state';
import { useMemo } from 'react';
import { FreshMenu, type GetItems, knowingQuery } from './FreshMenu.tsx';

interface SuggestionMenusProps {
  /** What a `/` offers. */
  getSlash: GetItems;
  /** What an `@` offers. */
  getMentions: GetItems;
}

const look = { suggestionMenuComponent: FreshMenu };

/** Whether nothing stands in a line before the cursor: elsewhere `、` is the comma of enumerations. */
const beginsLine = ({ selection }: Transaction) => selection.$from.parentOffset === 0;

/** The menus that open while writing, also by what Chinese keyboards give for `/` and `@`. */
export function SuggestionMenus({ getSlash, getMentions }: SuggestionMenusProps) {
  const slash = useMemo(() => ({ getItems: knowingQuery(getSlash), ...look }), [getSlash]);
  const mentions = useMemo(() => ({ getItems: knowingQuery(getMentions), ...look }), [getMentions]);
  return (
    <>
      <SuggestionMenuController triggerCharacter="/" {...slash} />
      <SuggestionMenuController triggerCharacter="／" {...slash} />
      <SuggestionMenuController triggerCharacter="、" {...slash} shouldOpen={beginsLine} />
      <SuggestionMenuController triggerCharacter="@" {...mentions} />
      <SuggestionMenuController triggerCharacter="＠" {...mentions} />
    </>
  );
}
