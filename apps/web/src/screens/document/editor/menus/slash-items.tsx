import { filterSuggestionItems, insertOrUpdateBlockForSlashMenu } from '@blocknote/core/extensions';
import { type DefaultReactSuggestionItem, getDefaultReactSlashMenuItems } from '@blocknote/react';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBulb,
  IconChartDots3,
  IconInfoCircle,
  IconSparkles,
} from '@tabler/icons-react';
import { calloutKinds } from '@tandem/shared/document/blocks';
import type { TFunction } from 'i18next';
import { anySpelt, fitOf, loadSpelling } from '../../../../lib/spelling.ts';
import type { DocumentEditor } from '../schema.ts';

const signs = { info: IconInfoCircle, tip: IconBulb, warning: IconAlertTriangle, danger: IconAlertOctagon };

/** Kinds of blocks that people look for by more words than the library knows. */
const aliased = [
  'bullet_list',
  'check_list',
  'code_block',
  'divider',
  'numbered_list',
  'paragraph',
  'quote',
  'toggle_list',
] as const;

function aliasesOf(item: DefaultReactSuggestionItem, t: TFunction<'document'>): string[] {
  // The library puts a key on each of its items that the type does not name.
  const kind = aliased.find((each) => 'key' in item && item.key === each);
  return kind ? t(`slash.aliases.${kind}`).split(' ') : [];
}

type Findable = Pick<DefaultReactSuggestionItem, 'title' | 'aliases'>;

/** Items whose words contain the typed text, or are spelt so, in their order. */
export async function matching<Item extends Findable>(items: Item[], query: string): Promise<Item[]> {
  const wordsOf = ({ title, aliases = [] }: Item) => [title, ...aliases];
  const literal = filterSuggestionItems(items, query);
  if (!/[a-z]/i.test(query) || !anySpelt(items.flatMap(wordsOf))) return literal;
  const fit = await loadSpelling();
  return items.filter(
    (item) => literal.includes(item) || wordsOf(item).some((word) => fitOf(word, query, fit) !== null),
  );
}

/** A table whose first row is its head, as most are. */
function insertTable(editor: DocumentEditor): void {
  const rows = Array.from({ length: 3 }, () => ({ cells: ['', '', ''] }));
  insertOrUpdateBlockForSlashMenu(editor, {
    type: 'table',
    content: { type: 'tableContent', headerRows: 1, rows },
  });
}

/**
 * Items of the slash menu: the AI prompt, everything in the library, callouts and diagrams.
 * @param ask opens the prompt at the cursor
 */
export function slashItems(editor: DocumentEditor, t: TFunction<'document'>, ask: () => void) {
  const words = editor.dictionary.slash_menu;
  const own: DefaultReactSuggestionItem[] = [
    ...calloutKinds.map((kind) => {
      const Sign = signs[kind];
      return {
        title: t(`callout.${kind}`),
        subtext: t('slash.calloutWords'),
        aliases: ['callout', 'panel', kind, ...t('slash.calloutAliases').split(' ')],
        group: words.quote.group,
        icon: <Sign size={18} stroke={1.75} />,
        onItemClick: () => insertOrUpdateBlockForSlashMenu(editor, { type: 'callout', props: { kind } }),
      };
    }),
    {
      title: t('slash.diagram'),
      subtext: t('slash.diagramWords'),
      aliases: ['mermaid', 'diagram', 'chart', 'flow', ...t('slash.diagramAliases').split(' ')],
      group: words.code_block.group,
      icon: <IconChartDots3 size={18} stroke={1.75} />,
      onItemClick: () => {
        insertOrUpdateBlockForSlashMenu(editor, {
          type: 'codeBlock',
          props: { language: 'mermaid' },
          content: 'flowchart LR\n  A[Idea] --> B[Draft] --> C[Done]',
        });
        // Typing replaces the example.
        const { $from } = editor.prosemirrorState.selection;
        editor._tiptapEditor.commands.setTextSelection({ from: $from.start(), to: $from.end() });
      },
    },
  ];
  // Items of one group must be adjacent, or its heading would appear twice.
  const all: DefaultReactSuggestionItem[] = [
    {
      title: t('ask.title'),
      subtext: t('ask.words'),
      aliases: ['ai', 'ask', 'write', 'continue', 'assistant', ...t('ask.aliases').split(' ')],
      group: t('ask.group'),
      icon: <IconSparkles size={18} stroke={1.75} />,
      onItemClick: ask,
    },
    ...getDefaultReactSlashMenuItems(editor).map((item) => ({
      ...item,
      ...('key' in item && item.key === 'table' && { onItemClick: () => insertTable(editor) }),
      aliases: [...(item.aliases ?? []), ...aliasesOf(item, t)],
    })),
  ];
  for (const item of own) {
    const at = all.findLastIndex(({ group }) => group === item.group);
    all.splice(at + 1, 0, item);
  }
  return (query: string) => matching(all, query);
}
