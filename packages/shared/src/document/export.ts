/** What documents are exported as. */
export const exportFormats = ['markdown', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How much is exported: the document alone, or with those below it. */
export const exportScopes = ['document', 'tree'] as const;
export type ExportScope = (typeof exportScopes)[number];
