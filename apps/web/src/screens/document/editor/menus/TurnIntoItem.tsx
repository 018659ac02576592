import { SideMenuExtension } from '@blocknote/core/extensions';
import {
  type BlockTypeSelectItem,
  blockTypeSelectItems,
  useBlockNoteEditor,
  useComponentsContext,
  useExtensionState,
  usePortalElement,
} from '@blocknote/react';
import { calloutKinds } from '@tandem/shared/document/blocks';
import { useTranslation } from 'react-i18next';
import type { DocumentEditor } from '../schema.ts';

/** Deeper headings are rare, and the toolbar of a selection has them. */
const MAX_LEVEL = 3;
const [callout] = calloutKinds;

/** Changes the type of the block beside the menu; its text and comments stay. */
export function TurnIntoItem() {
  const { t } = useTranslation('document');
  const Components = useComponentsContext();
  const portalElement = usePortalElement();
  const editor = useBlockNoteEditor() as unknown as DocumentEditor;
  const block = useExtensionState(SideMenuExtension, { editor, selector: (state) => state?.block });
  // Only text can become text of another kind.
  if (!Components || !block || !Array.isArray(block.content) || block.type === 'codeBlock') return null;
  const kinds: Omit<BlockTypeSelectItem, 'icon'>[] = [
    ...blockTypeSelectItems(editor.dictionary).filter(
      ({ props }) => !props?.isToggleable && Number(props?.level ?? 0) <= MAX_LEVEL,
    ),
    { name: t('callout.name'), type: 'callout', props: { kind: callout } },
  ];
  const isNow = ({ type, props = {} }: (typeof kinds)[number]) =>
    block.type === type &&
    (type === 'callout' ||
      Object.entries(props).every(([key, value]) => (block.props as typeof props)[key] === value));
  const { Root, Trigger, Dropdown, Item } = Components.Generic.Menu;
  return (
    <Root position="right" sub portalElement={portalElement}>
      <Trigger sub>
        <Item className="bn-menu-item" subTrigger>
          {t('block.turnInto')}
        </Item>
      </Trigger>
      <Dropdown sub className="bn-menu-dropdown">
        {kinds
          .filter((kind) => !isNow(kind))
          .map(({ name, type, props }) => (
            <Item
              key={name}
              className="bn-menu-item"
              onClick={() => editor.updateBlock(block, { type, props } as never)}
            >
              {name}
            </Item>
          ))}
      </Dropdown>
    </Root>
  );
}
