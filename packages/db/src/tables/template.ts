import type { TemplateCategory, TemplateContent, TemplateKind } from '@tandem/shared/template/schema';
import type { Generated, JSONColumnType } from 'kysely';

/** A team's own template; built-in ones are in the code. */
export interface TemplateTable {
  id: Generated<string>;
  teamId: string;
  creatorId: number;
  kind: TemplateKind;
  category: TemplateCategory;
  name: string;
  description: Generated<string>;
  icon: Generated<string>;
  keywords: JSONColumnType<string[]>;
  content: JSONColumnType<TemplateContent>;
  /** Chosen by the author for the making of this one. */
  clientKey: string | null;
  createdAt: Generated<Date>;
}
