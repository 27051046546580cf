import classes from './alerts.module.css';
import type { AlertState } from './types';

const words: Record<AlertState, string> = { firing: 'Firing', pending: 'Pending', inactive: 'OK', error: 'Error' };

/** The state of an alert, in its colour; one that is silenced is hatched. */
export function AlertStateMark({ state, isSilenced }: { state: AlertState; isSilenced: boolean }) {
  return (
    <span className={classes.state} data-state={state} data-silenced={isSilenced || undefined}>
      {words[state]}
      {isSilenced && ', silenced'}
    </span>
  );
}
