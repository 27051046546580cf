import { Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { dateTime, spanWords, type Zone } from '../../time/format';
import type { TimeSpan } from '../../time/range';
import { ianaName, useZone } from '../../time/zone';
import { fileName, keep } from '../parts/saveAs';
import { whenLoaded } from './settled';

/** What a picture is drawn of, and what stands above it. */
export interface PictureOf {
  element: HTMLElement | null;
  name: string;
  span: TimeSpan;
  /** What else is to be known, such as filters. */
  lines?: string[];
  /** Words for a failure in the element, of which no picture is made; absent where the picture may show it. */
  failure?: string;
}

/** Returns a function that saves what is shown as a PNG file, and the dialog that says why it could not. */
export function usePicture(): [save: (picture: PictureOf) => void, dialog: ReactNode] {
  const [zone] = useZone();
  const saving = useMutation({ mutationFn: (picture: PictureOf) => savePicture(picture, zone) });
  const { isPending } = saving;
  useEffect(() => {
    document.body.style.cursor = isPending ? 'progress' : '';
  }, [isPending]);
  const dialog = saving.isError && (
    <Modal opened onClose={saving.reset} title="The picture was not saved" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text size="sm">{saving.error.message}</Text>
    </Modal>
  );
  return [saving.mutate, dialog];
}

async function savePicture({ element, name, span, lines = [], failure }: PictureOf, zone: Zone): Promise<void> {
  if (element === null) throw new Error('There is nothing to draw.');
  await whenLoaded(element);
  if (failure !== undefined && element.querySelector('[role="alert"]') !== null) throw new Error(failure);
  // Few people save pictures; what draws them is loaded when somebody does.
  const { drawPicture } = await import('./drawPicture');
  const time = `${spanWords(span.start, span.end, zone)} ${ianaName(zone)}`;
  const picture = await drawPicture(element, { title: name, lines: [time, ...lines] });
  keep(picture, fileName(`${name} ${dateTime(span.end, zone)}`, 'picture', 'png'));
}
