import type { AlertState } from './types';

/** The states of alerts, those that need somebody first. */
export const states: AlertState[] = ['firing', 'error', 'pending', 'inactive'];

/** What each state is called, wherever it is shown. */
export const stateWords: Record<AlertState, string> = {
  firing: 'Firing',
  error: 'Error',
  pending: 'Pending',
  inactive: 'OK',
};
