import type { AccessLevel } from '@tandem/shared/access/permissions';
import { levelOf } from '@tandem/shared/access/permissions';
import type { Assistant, GalleryAssistant } from '@tandem/shared/assistant/schema';
import { mayOnApp } from '../../access/policy/access.policy.ts';
import type { AssistantRow } from './assistant.repo.ts';
import type { GalleryRow } from './gallery.repo.ts';

/**
 * Presents an assistant to a person with a level on its app, or to its owner with `manage`; instructions and
 * parameters are for people who may edit it.
 */
export function presentAssistant(assistant: AssistantRow, held: AccessLevel): Assistant {
  const edit = mayOnApp(held, 'app.edit');
  return {
    id: assistant.id,
    name: assistant.name,
    avatar: assistant.avatar,
    appId: assistant.appId,
    description: assistant.description,
    instructions: edit ? assistant.instructions : '',
    modelId: assistant.modelId,
    parameters: edit ? assistant.parameters : {},
    tools: assistant.tools,
    starters: assistant.starters,
    isDefault: assistant.isDefault,
    updatedAt: assistant.updatedAt,
    abilities: { edit },
  };
}

/** Presents it with its app for the gallery. */
export function presentInGallery(row: GalleryRow): GalleryAssistant {
  const app = { id: row.appId ?? '', name: row.appName, icon: row.appIcon, type: row.appType };
  return { ...presentAssistant(row, levelOf(row.rank)), app };
}
