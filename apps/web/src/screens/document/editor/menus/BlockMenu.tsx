import { SideMenuExtension } from '@blocknote/core/extensions';
import {
  BlockColorsItem,
  DragHandleMenu,
  RemoveBlockItem,
  SideMenu,
  TableColumnHeaderItem,
  TableRowHeaderItem,
  useBlockNoteEditor,
  useComponentsContext,
  useDictionary,
  useExtensionState,
} from '@blocknote/react';
import { blockHash } from '@tandem/shared/document/citation';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../lib/clipboard.ts';
import { toast } from '../../../../lib/toasts.ts';
import type { DocumentEditor } from '../schema.ts';
import { TurnIntoItem } from './TurnIntoItem.tsx';

/** The buttons beside the block under the pointer. */
export function BlockSideMenu() {
  return <SideMenu dragHandleMenu={BlockMenu} />;
}

/** Actions on a block. */
function BlockMenu() {
  const { drag_handle: words } = useDictionary();
  return (
    <DragHandleMenu>
      <FocusBack />
      <TurnIntoItem />
      <DuplicateBlockItem />
      <RemoveBlockItem>{words.delete_menuitem}</RemoveBlockItem>
      <BlockColorsItem>{words.colors_menuitem}</BlockColorsItem>
      <TableRowHeaderItem>{words.header_row_menuitem}</TableRowHeaderItem>
      <TableColumnHeaderItem>{words.header_column_menuitem}</TableColumnHeaderItem>
      <CopyLinkItem />
    </DragHandleMenu>
  );
}

/** Focuses the editor when the menu closes: the handle that opened it may be gone by then. */
function FocusBack() {
  const editor = useBlockNoteEditor();
  useEffect(
    () => () => {
      // After the menu has released it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) editor.focus();
      });
    },
    [editor],
  );
  return null;
}

function DuplicateBlockItem() {
  const { t } = useTranslation('document');
  const Components = useComponentsContext();
  const editor = useBlockNoteEditor() as unknown as DocumentEditor;
  const block = useExtensionState(SideMenuExtension, { editor, selector: (state) => state?.block });
  if (!Components || !block) return null;
  return (
    <Components.Generic.Menu.Item
      className="bn-menu-item"
      onClick={() => editor.insertBlocks([withoutIds(block as EditorBlock)], block, 'after')}
    >
      {t('block.duplicate')}
    </Components.Generic.Menu.Item>
  );
}

type EditorBlock = DocumentEditor['document'][number];
type NewBlock = Parameters<DocumentEditor['insertBlocks']>[0][number];

/** The same block for another insertion, with its children. */
function withoutIds({ id: _, children, ...block }: EditorBlock): NewBlock {
  return { ...block, children: children.map(withoutIds) } as NewBlock;
}

function CopyLinkItem() {
  const { t } = useTranslation('document');
  const Components = useComponentsContext();
  const editor = useBlockNoteEditor();
  const id = useExtensionState(SideMenuExtension, { editor, selector: (state) => state?.block?.id });
  if (!Components || id === undefined) return null;
  const copy = async () => {
    const { origin, pathname } = location;
    if (await copyText(origin + pathname + blockHash(id))) toast.success(t('block.linkCopied'));
  };
  return (
    <Components.Generic.Menu.Item className="bn-menu-item" onClick={() => void copy()}>
      {t('block.copyLink')}
    </Components.Generic.Menu.Item>
  );
}
