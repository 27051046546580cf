import { createContext } from 'react';

import type { TileQuestionBody } from '../../../api/stack.gen';
import type { DrawnTile } from '../../../api/telemetry';

/** Another way to what a tile shows than the API of people who are signed in. */
export interface TileReader {
  /** Distinguishes tiles whose questions look alike. */
  key: string;
  read: (question: TileQuestionBody, signal: AbortSignal) => Promise<DrawnTile>;
}

/** Null: the viewer is signed in. */
export const TileReaderContext = createContext<TileReader | null>(null);
