/** Alternatives in braces that are looked at. */
const MAX_ALTERNATIVES = 20;

/**
 * The expression of a glob: `*` and `?` within a name, `**` across folders, alternatives in braces. It may take long on
 * some paths.
 */
export function globExpression(glob: string): RegExp {
  const source = glob.replace(/^\.?\//, '').replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g, (piece) => {
    if (piece === '**/') return '(?:[^/]+/)*';
    if (piece === '**') return '.*';
    if (piece === '*') return '[^/]*';
    if (piece === '?') return '[^/]';
    if (!piece.startsWith('{') || piece === '{') return RegExp.escape(piece);
    const alternatives = piece.slice(1, -1).split(',').slice(0, MAX_ALTERNATIVES);
    return `(?:${alternatives.map((each) => RegExp.escape(each).replaceAll('\\*', '[^/]*')).join('|')})`;
  });
  return new RegExp(`^${source}$`, 'u');
}
