import classes from './parts.module.css';

/** What a state means for the reader. */
export type Tone = 'good' | 'bad' | 'busy' | 'odd' | 'quiet';

/** A word for a state, with a dot in the colour of its meaning. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.state} data-tone={tone}>
      {children}
    </span>
  );
}
