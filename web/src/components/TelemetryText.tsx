import { emptyWord, piecesOf } from './signs';
import classes from './TelemetryText.module.css';

interface TelemetryTextProps {
  text: string;
  /** Line breaks are marked, and what no line could show is left out. */
  isOneLine?: boolean;
  /** It is all that can be seen or clicked: an empty one is shown as a word. */
  isName?: boolean;
}

const lineSignsMax = 4_000;

/**
 * A text that somebody sent. Signs that can't be seen, or that turn the text
 * around them, are shown as marks; what is selected and copied is the original.
 */
export function TelemetryText({ text, isOneLine = false, isName = false }: TelemetryTextProps) {
  if (isName && text === '') return <span className={classes.empty}>{emptyWord}</span>;
  const pieces = piecesOf(isOneLine ? text.slice(0, lineSignsMax) : text, isOneLine);
  return pieces.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <bdi key={at} className={classes.sign} data-sign={piece.shown}>
        <span className={classes.raw}>{piece.raw}</span>
      </bdi>
    ),
  );
}
