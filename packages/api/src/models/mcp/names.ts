/** Longest name of a tool that every provider takes. */
const MAX_NAME = 64;
const MAX_SERVER = 20;

/**
 * Returns names of MCP tools for models: `mcp_<server>_<tool>`, of lower-case letters, digits and
 * underscores, so that none can pose as a built-in tool. Duplicates get the beginning of their ids appended.
 * @returns names by the tools' ids
 */
export function modelNames(
  tools: readonly { id: string; name: string; serverName: string }[],
): Map<string, string> {
  const plain = new Map(tools.map((tool) => [tool.id, nameOf(tool)]));
  const uses = new Map<string, number>();
  for (const name of plain.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map(
    [...plain].map(([id, name]) => {
      const isUnclear = (uses.get(name) ?? 0) > 1 || name.length > MAX_NAME;
      const end = `_${id.replaceAll('-', '').slice(0, 12)}`;
      return [id, isUnclear ? `${name.slice(0, MAX_NAME - end.length)}${end}` : name];
    }),
  );
}

function nameOf({ name, serverName }: { name: string; serverName: string }): string {
  const server = slug(serverName).slice(0, MAX_SERVER) || 'server';
  return `mcp_${server}_${slug(name) || 'tool'}`;
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
