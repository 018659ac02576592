/** What the layers below conversations may ask of running turns. */
export { writeStop as requestStop } from './turn.repo.ts';
