import type { Api } from '../../running/api.ts';

/** The template of this name, as its reader finds it. @throws Error if there is none */
export async function findTemplate({ trpc }: Api, name: string) {
  const { list } = await trpc.template.list.query({ keyword: name });
  const found = list.find((template) => template.name === name);
  if (!found) throw new Error(`There is no template ${name}.`);
  return found;
}
