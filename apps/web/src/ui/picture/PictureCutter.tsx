import '@mantine/core/styles/Slider.layer.css';
import { Button, Slider } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import classes from './PictureCutter.module.css';

/** Pixels of the picture's side as it is sent; the server draws it smaller. */
const SIDE = 512;

interface PictureCutterProps {
  source: string;
  /** The outline of the crop. */
  shape: 'round' | 'rect';
  busy: boolean;
  onUse(picture: Blob): void;
  onCancel(): void;
  onUnreadable(): void;
}

/** Chooses the part of a picture that is shown: by drag and wheel, by arrow keys, and the zoom by its slider. */
export default function PictureCutter({
  source,
  shape,
  busy,
  onUse,
  onCancel,
  onUnreadable,
}: PictureCutterProps) {
  const { t } = useTranslation('file');
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const area = useRef<Area | null>(null);
  const label = useId();

  const use = async () => {
    if (!area.current) return;
    const picture = await cut(source, area.current).catch(() => null);
    if (picture) onUse(picture);
    else onUnreadable();
  };

  return (
    <>
      <div className={classes.stage}>
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape={shape}
          showGrid={false}
          minZoom={1}
          maxZoom={4}
          keyboardStep={8}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => {
            area.current = pixels;
          }}
          cropperProps={{ 'aria-label': t('avatar.area'), role: 'group' }}
          mediaProps={{ alt: '', onError: onUnreadable }}
        />
      </div>
      <div className={classes.zoom}>
        <span id={label}>{t('avatar.zoom')}</span>
        <Slider
          className={classes.slider ?? ''}
          value={zoom}
          onChange={setZoom}
          min={1}
          max={4}
          step={0.05}
          label={null}
          thumbProps={{ 'aria-labelledby': label }}
        />
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" color="gray" onClick={onCancel} disabled={busy}>
          {t('avatar.cancel')}
        </Button>
        <Button onClick={() => void use()} loading={busy}>
          {t('avatar.use')}
        </Button>
      </div>
    </>
  );
}

/** Draws a part of a picture as a square. @throws when the browser cannot read it */
async function cut(source: string, { x, y, width, height }: Area): Promise<Blob> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, x, y, width, height, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) => {
    // A browser that cannot write WebP writes PNG.
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/webp', 0.92);
  });
}
