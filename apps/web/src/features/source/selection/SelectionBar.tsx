import { Button } from '@mantine/core';
import { IconCopy, IconLanguage, IconMessageQuestion, IconZoomQuestion } from '@tabler/icons-react';
import { placeHash } from '@tandem/shared/dataset/place';
import { isPageNumber } from '@tandem/shared/file/page-label';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentsOf } from '../../../entities/message/composer/attachments.ts';
import { draftOf } from '../../../entities/message/composer/draft.ts';
import { copyPicture, copyText } from '../../../lib/clipboard.ts';
import { toast } from '../../../lib/toasts.ts';
import { languageNames } from '../../../ui/languages.ts';
import type { Selected } from '../viewer.ts';
import { askAbout } from './asked-quote.ts';
import classes from './Selection.module.css';

export interface SelectionBarProps {
  source: { id: string; name: string };
  selected: Selected;
  /** The chat in which it is asked about; null where nothing can be asked. */
  chat: AskedChat | null;
  /** Gives the selection up. */
  onClose(): void;
}

/** A chat that answers questions about a source. */
export interface AskedChat {
  channelId: string;
  /** Whether the model that answers sees pictures. */
  seesPictures: boolean;
  /** Returns words with the name of whoever answers, where only that has them answered. */
  addressed(words: string): string;
  /** Called once the question is in the composer. */
  onAsk(): void;
}

interface Act {
  name: 'ask' | 'explain' | 'translate' | 'copy';
  Icon: typeof IconCopy;
  run(): void;
}

/** Actions on words or a rectangle that the reader selected in a source. */
export default function SelectionBar(props: SelectionBarProps) {
  const { source, selected, chat, onClose } = props;
  const { t, i18n } = useTranslation('source');
  const { page, label, text } = selected;
  const isArea = 'area' in selected;
  const hash = placeHash({ sourceId: source.id, ...(isArea ? { page, area: selected.area } : selected) });
  const part = t('area.cited', { name: source.name, label });

  const ask = async ({ channelId, seesPictures, addressed, onAsk }: AskedChat, words: string) => {
    if (isArea) {
      // A model that sees no pictures gets the words that are in it.
      const isShown = seesPictures || text === '';
      askAbout(channelId, { hash, text: isShown ? part : text });
      if (isShown && !(await attach(channelId))) return;
    } else askAbout(channelId, { hash, text });
    const { store } = draftOf(channelId);
    // A draft that the reader has begun stays.
    if (words && store.getState().text.trim() === '') store.setState({ text: addressed(words) });
    onAsk();
  };
  const attach = async (channelId: string) => {
    if (!isArea) return true;
    try {
      const name = `${source.name.replace(/\.pdf$/i, '')}, ${label}.png`;
      attachmentsOf(channelId).add([new File([await selected.picture()], name, { type: 'image/png' })]);
      return true;
    } catch (error) {
      console.error('A part of a page could not be drawn', error);
      askAbout(channelId, null);
      toast.error(t('area.failed'));
      return false;
    }
  };
  const copy = async () => {
    const cited = isArea
      ? part
      : t(isPageNumber(label) ? 'selection.cited' : 'selection.citedPart', {
          ...{ words: text, name: source.name, label },
        });
    const link = `${cited}\n${location.origin}${location.pathname}${hash}`;
    if (await (isArea ? copyPicture(selected.picture(), link) : copyText(link)))
      toast.success(t('selection.copied'));
  };
  const language = i18n.language === 'zh-CN' ? languageNames['zh-CN'] : languageNames.en;
  const asking = (asked: AskedChat): Act[] => [
    { name: 'ask', Icon: IconMessageQuestion, run: () => void ask(asked, '') },
    {
      name: 'explain',
      Icon: IconZoomQuestion,
      run: () => void ask(asked, t(isArea ? 'area.explainWords' : 'selection.explainWords')),
    },
    {
      name: 'translate',
      Icon: IconLanguage,
      run: () => void ask(asked, t('selection.translateWords', { language })),
    },
  ];
  const acts: Act[] = [
    ...(chat ? asking(chat).filter(({ name }) => !isArea || name !== 'translate') : []),
    { name: 'copy', Icon: IconCopy, run: () => void copy() },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={t(isArea ? 'area.label' : 'selection.label')}
      onKeyDown={onKeyDown}
    >
      {acts.map(({ name, Icon, run }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon size={15} stroke={1.75} aria-hidden />}
          // The words must stay selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {t(`selection.${name}`)}
        </Button>
      ))}
    </div>
  );
}
