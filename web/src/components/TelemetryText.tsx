import { piecesOf } from './signs';
import classes from './TelemetryText.module.css';

interface TelemetryTextProps {
  text: string;
  /** Line breaks are marked, and what no line could show is left out. */
  isOneLine?: boolean;
}

const lineSignsMax = 4_000;

/**
 * A text that somebody sent. Signs that can't be seen, or that turn the text
 * around them, are shown as marks; what is selected and copied is the original.
 */
export function TelemetryText({ text, isOneLine = false }: TelemetryTextProps) {
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
