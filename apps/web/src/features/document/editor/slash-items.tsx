import { filterSuggestionItems, insertOrUpdateBlockForSlashMenu } from '@blocknote/core/extensions';
import { type DefaultReactSuggestionItem, getDefaultReactSlashMenuItems } from '@blocknote/react';
import { IconBulb, IconChartDots3 } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { DocumentEditor } from './schema.ts';

/** What the slash menu offers: everything the library knows, callouts and diagrams. */
export function slashItems(editor: DocumentEditor, t: TFunction<'document'>) {
  const words = editor.dictionary.slash_menu;
  const own: DefaultReactSuggestionItem[] = [
    {
      title: t('slash.callout'),
      subtext: t('slash.calloutWords'),
      aliases: ['callout', 'note', 'info', 'tip', 'warning', 'panel'],
      group: words.quote.group,
      icon: <IconBulb size={18} stroke={1.75} />,
      onItemClick: () => insertOrUpdateBlockForSlashMenu(editor, { type: 'callout' }),
    },
    {
      title: t('slash.diagram'),
      subtext: t('slash.diagramWords'),
      aliases: ['mermaid', 'diagram', 'chart', 'flow'],
      group: words.code_block.group,
      icon: <IconChartDots3 size={18} stroke={1.75} />,
      onItemClick: () =>
        insertOrUpdateBlockForSlashMenu(editor, {
          type: 'codeBlock',
          props: { language: 'mermaid' },
          content: 'flowchart LR\n  A[Idea] --> B[Draft] --> C[Done]',
        }),
    },
  ];
  // Items of one group stand together, or its name would come twice.
  const all: DefaultReactSuggestionItem[] = getDefaultReactSlashMenuItems(editor);
  for (const item of own) {
    const at = all.findLastIndex(({ group }) => group === item.group);
    all.splice(at + 1, 0, item);
  }
  return async (query: string) => filterSuggestionItems(all, query);
}
