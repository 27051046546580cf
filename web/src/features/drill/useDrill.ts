import { createContext, useContext } from 'react';

import type { Spot } from './spot';

/** Where on the window something was clicked, in pixels. */
export interface Place {
  x: number;
  y: number;
}

/** Opens the menu of a number. */
export type OpenDrill = (spot: Spot, place: Place) => void;

/** Null where numbers lead nowhere, such as in a preview. */
export const DrillContext = createContext<OpenDrill | null>(null);

/** The way to open the menu of a number; null where there is none. */
export function useDrill(): OpenDrill | null {
  return useContext(DrillContext);
}
