import { noteOnDrawing } from '../draw/note.ts';
import type { Intent } from '../intent.ts';

const ASKED =
  /^(?:(?:please|hi|hello|hey|ok(?:ay)?)[\s,!.]+)*(?:(?:can|could|would|will) you (?:please )?)?(?:draw(?! up\b| (?:a |the |some )?(?:conclusion|comparison|parallel))|paint|sketch|illustrate|(?:make|create|generate) (?:me )?(?:an? )?(?:picture|image|drawing|illustration)(?: of)?)\s+(?:me\s+)?(.{2,})$/is;
const ASKED_HAN =
  /^(?:请|帮我|给我|麻烦你?|能不能|可以)*(?:(?:画|绘制)(?:一?[张幅个])?(?:图片|图|画)?|生成(?:一?[张幅个])?(?:图片|图|画))(.{1,})$/s;

/** Draws a picture on request, and says that it is a simple one. */
export const drawing: Intent = {
  name: 'drawing',
  reply({ question, attached }) {
    if (attached.length > 0) return null;
    const wanted = (ASKED.exec(question) ?? ASKED_HAN.exec(question))?.[1]?.trim();
    if (!wanted) return null;
    const picture = wanted.replace(/^[：:，,]\s*/, '').replace(/[?？]$/, '');
    return { text: noteOnDrawing(question), picture };
  },
};
