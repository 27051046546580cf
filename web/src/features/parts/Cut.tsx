import classes from './parts.module.css';

/** A text that may be long in a cell of a table: the end of it is left out, and shown under the pointer. */
export function Cut({ text }: { text: string }) {
  return (
    <span className={classes.cut} title={text}>
      {text}
    </span>
  );
}
