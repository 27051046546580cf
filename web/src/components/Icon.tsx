/** Strokes on a 16 by 16 grid, drawn for this interface. */
const strokes = {
  overview: 'M2.5 2.5h4.5v4.5h-4.5z M9 2.5h4.5v4.5h-4.5z M2.5 9h4.5v4.5h-4.5z M9 9h4.5v4.5h-4.5z',
  light: 'M8 5.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z M8 1.5v1.2 M8 13.3v1.2 M1.5 8h1.2 M13.3 8h1.2 M3.4 3.4l.9.9 M11.7 11.7l.9.9 M3.4 12.6l.9-.9 M11.7 4.3l.9-.9',
  dark: 'M13.5 9.6a5.8 5.8 0 0 1-7.1-7.1a5.8 5.8 0 1 0 7.1 7.1z',
  system: 'M2 3h12v8h-12z M5.5 13.5h5 M8 11v2.5',
  leave: 'M6.5 2.5h-4v11h4 M6 8h8 M11 5l3 3l-3 3',
  collapse: 'M2.5 2.5h11v11h-11z M6 2.5v11 M11 6l-2 2l2 2',
  expand: 'M2.5 2.5h11v11h-11z M6 2.5v11 M9 6l2 2l-2 2',
  external: 'M9.5 2.5h4v4 M13.5 2.5l-6 6 M11.5 9.5v4h-9v-9h4',
  met: 'M3 8.5l3.2 3.2l6.8-7.2',
  open: 'M8 6.8a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 1 0 0-2.4z',
} as const;

export type IconName = keyof typeof strokes;

interface IconProps {
  name: IconName;
  size?: number;
}

/** A line icon in the colour of the text around it; always beside or inside something with a name. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}
