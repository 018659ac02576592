import { IconLink } from '@tabler/icons-react';
import { readAddress } from '@tandem/shared/address/address';
import type { Part, SourceUrlPart } from '@tandem/shared/message/parts';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../../../ui/address/OutsideLink.tsx';
import classes from './Sources.module.css';

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return url;
  }
}

/** A page of another site: providers name these, and must not have a click call the workspace. */
function isElsewhere(url: string): boolean {
  return /^https?:/i.test(url) && readAddress(url, location.origin)?.kind === 'elsewhere';
}

/** The web pages an answer rests on, each once. */
export function Sources({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('chat');
  const byUrl = new Map<string, SourceUrlPart>();
  for (const part of parts)
    if (part.type === 'source-url' && isElsewhere(part.url)) byUrl.set(part.url, part);
  if (byUrl.size === 0) return null;
  return (
    <ul className={classes.sources} aria-label={t('sources')}>
      {[...byUrl.values()].map(({ url, title }) => (
        <li key={url}>
          <OutsideLink href={url}>
            <IconLink size={14} stroke={1.75} aria-hidden />
            <span>{title || hostOf(url)}</span>
          </OutsideLink>
        </li>
      ))}
    </ul>
  );
}
