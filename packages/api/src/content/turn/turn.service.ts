/** Operations on running turns for lower layers. */
export { writeStop as requestStop } from './turn.repo.ts';
