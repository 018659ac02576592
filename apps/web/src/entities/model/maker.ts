/** Who made a model, as a gateway says it before the model's name, such as `anthropic` in `anthropic/claude`; else "". */
export function makerOf(modelId: string): string {
  const segments = modelId.split('/').filter((segment) => segment !== 'models');
  return segments.length > 1 ? (segments.at(-2) ?? '') : '';
}
