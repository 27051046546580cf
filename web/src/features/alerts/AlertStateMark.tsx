import classes from './alerts.module.css';
import { stateWords } from './states';
import type { AlertState } from './types';

/** The state of an alert, in its colour; one that is silenced is hatched. */
export function AlertStateMark({ state, isSilenced }: { state: AlertState; isSilenced: boolean }) {
  return (
    <span className={classes.state} data-state={state} data-silenced={isSilenced || undefined}>
      {stateWords[state]}
      {isSilenced && ', silenced'}
    </span>
  );
}
