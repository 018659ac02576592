export { estimateJson, estimateMessage, estimatePart, estimateText } from './estimate.ts';
export { fitContext } from './fit.ts';
export {
  cleanTitle,
  MAX_TITLE,
  type SummarisedMessage,
  summaryRequest,
  type TextRequest,
  titleRequest,
} from './prompts.ts';
export { shortenText } from './shorten.ts';
export type { ContextMessage, FitInput, FitResult } from './types.ts';
