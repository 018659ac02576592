import type { Citation } from '@tandem/shared/dataset/citation';
import { placeHash } from '@tandem/shared/dataset/place';
import { wordsHash } from '@tandem/shared/document/citation';
import { fileUrl } from '@tandem/shared/file/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../lib/toasts.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import { type OpenCitation, useOpenCitation } from './open-citation.ts';

/** Returns what opens a citation: the screen's own way, else the place where its words stand. */
export function useShowCitation(): OpenCitation {
  const { t } = useTranslation('chat');
  const opener = useOpenCitation();
  const navigate = useNavigate();
  return (citation, messageId) => {
    const { source, place } = citation;
    if (opener && (source.kind === 'source' || source.kind === 'file')) return opener(citation, messageId);
    if (source.kind === 'file') {
      window.open(`${fileUrl(source.id)}${place ? `#page=${place.page}` : ''}`, '_blank', 'noopener');
      return;
    }
    const address = addressOf(citation, messageId);
    if (address === null) toast(t('citation.hidden'), { id: 'citation-hidden' });
    else void navigate(address);
  };
}

/** The address of the quoted words; null where the reader does not see what they are in. */
function addressOf({ source, place, quote, hash, n }: Citation, messageId: string): string | null {
  const id = source.kind === 'document' ? source.id : (source.datasetId ?? source.channelId);
  const channel = useWorkspace.getState().tree.channels.get(id ?? '');
  if (!channel) return null;
  const path = pathOf.channel(channel);
  if (source.kind === 'document') return path + wordsHash(quote);
  if (source.kind === 'message') return `${path}?message=${source.id}${wordsHash(quote)}`;
  const search = new URLSearchParams({ source: source.id });
  if (channel.kind === 'dataset') {
    search.set('hash', hash);
    return `${path}?${search}${place ? placeHash({ sourceId: source.id, ...place }) : ''}`;
  }
  search.set('citation', `${messageId}.${n}`);
  if (place) search.set('page', String(place.page));
  return `${path}?${search}`;
}
