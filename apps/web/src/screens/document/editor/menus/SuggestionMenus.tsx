import { type DefaultReactSuggestionItem, SuggestionMenuController } from '@blocknote/react';
import type { Transaction } from 'prosemirror-state';

type GetItems = (query: string) => Promise<DefaultReactSuggestionItem[]>;

interface SuggestionMenusProps {
  /** Items after a `/`. */
  getSlash: GetItems;
  /** Items after an `@`. */
  getMentions: GetItems;
}

/** Whether the line is empty before the cursor: elsewhere `、` is the enumeration comma. */
const beginsLine = ({ selection }: Transaction) => selection.$from.parentOffset === 0;

/** The menus that open while writing, also by what Chinese keyboards give for `/` and `@`. */
export function SuggestionMenus({ getSlash, getMentions }: SuggestionMenusProps) {
  return (
    <>
      <SuggestionMenuController triggerCharacter="/" getItems={getSlash} />
      <SuggestionMenuController triggerCharacter="／" getItems={getSlash} />
      <SuggestionMenuController triggerCharacter="、" getItems={getSlash} shouldOpen={beginsLine} />
      <SuggestionMenuController triggerCharacter="@" getItems={getMentions} />
      <SuggestionMenuController triggerCharacter="＠" getItems={getMentions} />
    </>
  );
}
