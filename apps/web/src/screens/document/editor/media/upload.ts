import type { TFunction } from 'i18next';
import { toast } from '../../../../lib/toasts.ts';
import { api } from '../../../../lib/trpc.ts';
import { describeUpload, uploadFile } from '../../../../lib/upload.ts';

/**
 * Uploads files pasted or dropped into a document: each then belongs to the document, and a toast shows its
 * progress.
 * @returns its address; '' if it failed, which leaves a placeholder to try again
 */
export function uploadInto(documentId: string, t: TFunction<'document'>) {
  return async (file: File): Promise<string> => {
    const { name } = file;
    const stop = new AbortController();
    const note = toast.loading(t('upload.begun', { name }), {
      duration: Number.POSITIVE_INFINITY,
      action: { label: t('upload.stop'), onClick: () => stop.abort() },
    });
    const tell = (share: number) =>
      toast.loading(t('upload.progress', { name, percent: Math.round(share * 100) }), { id: note });
    try {
      const { id, url } = await uploadFile(file, name, { signal: stop.signal, onProgress: tell });
      await api.file.attach.mutate({ channelId: documentId, fileId: id }, { context: { silent: true } });
      toast.dismiss(note);
      return url;
    } catch (error) {
      toast.dismiss(note);
      if (!stop.signal.aborted)
        toast.error(t('upload.failed', { name }), { description: describeUpload(error) });
      return '';
    }
  };
}
