import { type AuditAction, auditActions } from '@tandem/shared/audit/schema';
import { useTranslation } from 'react-i18next';

type NounAndVerb = AuditAction extends infer A ? (A extends `${infer N}.${infer V}` ? [N, V] : never) : never;

/** The words for an action; its own name for one that only another version knows. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation('audit');
  return (action) => {
    if (!auditActions.some((known) => known === action)) return action;
    const [noun, verb] = action.split('.') as NounAndVerb;
    return t(`act.${noun}.${verb}` as 'act.team.create');
  };
}
