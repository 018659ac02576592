/** Export formats of documents. */
export const exportFormats = ['markdown', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Scope of an export: the document alone, or with its children. */
export const exportScopes = ['document', 'tree'] as const;
export type ExportScope = (typeof exportScopes)[number];
