/** The maker of a model, from a gateway's prefix such as `anthropic` in `anthropic/claude`; else "". */
export function makerOf(modelId: string): string {
  const segments = modelId.split('/').filter((segment) => segment !== 'models');
  return segments.length > 1 ? (segments.at(-2) ?? '') : '';
}
