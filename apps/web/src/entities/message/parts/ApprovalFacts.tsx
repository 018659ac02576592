import { Anchor } from '@mantine/core';
import { routeSegmentOf } from '@tandem/shared/app/schema';
import type { ConsentFacts } from '@tandem/shared/message/schema';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './ApprovalCard.module.css';

/** Lists the resources a call would touch, if the reader may see them, and the people who will read the result. */
export function ApprovalFacts({ facts }: { facts: ConsentFacts }) {
  const { t } = useTranslation('mcp');
  const { asker, isAsker, room, documents, seenByAll, mayApprove } = facts;
  if (documents.length === 0) return null;
  const reads = documents.some(({ action }) => action === 'read');
  const why = seenByAll
    ? t('approval.touches.noRight')
    : t('approval.touches.askerOnly', { asker: asker.name });
  return (
    <div className={classes.facts}>
      {documents.map(({ action, document }, index) => (
        // The same document may be named twice, and nothing here moves.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={index} className={classes.fact}>
          {document ? (
            <Sentence words={t(`approval.touches.${action}`, { document: MARK })}>
              <Anchor
                component={Link}
                to={`/${routeSegmentOf[document.appType]}/${document.appId}/c/${document.id}`}
                inherit
                fw={600}
              >
                {document.name || t('approval.touches.untitled')}
              </Anchor>
            </Sentence>
          ) : (
            t(action === 'read' ? 'approval.touches.hiddenRead' : 'approval.touches.hiddenWrite')
          )}
        </p>
      ))}
      {!seenByAll && (
        <p className={classes.fact}>
          {reads
            ? room
              ? t('approval.touches.audience', { room })
              : t('approval.touches.audienceUnnamed')
            : t('approval.touches.notAll')}
        </p>
      )}
      {!mayApprove && !isAsker && <p className={classes.fact}>{why}</p>}
    </div>
  );
}

/**
 * Placeholder for the document's name in a sentence, so that the name is rendered as it is, whatever it
 * contains.
 */
const MARK = '⟨document⟩';

function Sentence({ words, children }: { words: string; children: ReactNode }) {
  const [before = '', after = ''] = words.split(MARK);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
