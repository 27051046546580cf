/** Strokes on a 16 by 16 grid, drawn for this interface. */
const strokes = {
  overview: 'M2.5 2.5h4.5v4.5h-4.5z M9 2.5h4.5v4.5h-4.5z M2.5 9h4.5v4.5h-4.5z M9 9h4.5v4.5h-4.5z',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z M8 1.5v1.2 M8 13.3v1.2 M1.5 8h1.2 M13.3 8h1.2 M3.4 3.4l.9.9 M11.7 11.7l.9.9 M3.4 12.6l.9-.9 M11.7 4.3l.9-.9',
  dark: 'M13.5 9.6a5.8 5.8 0 0 1-7.1-7.1a5.8 5.8 0 1 0 7.1 7.1z',
  system: 'M2 3h12v8h-12z M5.5 13.5h5 M8 11v2.5',
  leave: 'M6.5 2.5h-4v11h4 M6 8h8 M11 5l3 3l-3 3',
  collapse: 'M2.5 2.5h11v11h-11z M6 2.5v11 M11 6l-2 2l2 2',
  expand: 'M2.5 2.5h11v11h-11z M6 2.5v11 M9 6l2 2l-2 2',
  external: 'M9.5 2.5h4v4 M13.5 2.5l-6 6 M11.5 9.5v4h-9v-9h4',
  met: 'M3 8.5l3.2 3.2l6.8-7.2',
  open: 'M8 6.8a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 1 0 0-2.4z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z M10.3 10.3l3.4 3.4',
  zoomOut: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z M10.3 10.3l3.4 3.4 M5 7h4',
  chart: 'M2.5 2.5v11h11 M4.8 10.5l2.7-3.4l2.3 1.9l3.4-4.7',
  metric: 'M2.5 12.5v-3 M6.2 12.5v-6 M9.8 12.5v-4.5 M13.5 12.5v-10',
  trace: 'M2.5 4h6 M5 8h6 M8.5 12h5',
  service: 'M8 2.2l5 2.9v5.8l-5 2.9l-5-2.9v-5.8z M3 5.1l5 2.9l5-2.9 M8 8v5.8',
  dashboard: 'M2.5 2.5h11v11h-11z M2.5 6.5h11 M7 6.5v7',
  alert: 'M4 11v-4a4 4 0 0 1 8 0v4l1.3 1.3h-10.6z M6.7 14h2.6',
  team: 'M6 3a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4z M2 13.2c0-2.4 1.7-3.9 4-3.9s4 1.5 4 3.9 M10.6 3.3a2.1 2.1 0 0 1 0 3.9 M11.6 9.6c1.5.5 2.4 1.8 2.4 3.6',
  account: 'M8 2.5a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 1 0 0-5.4z M2.8 13.5c0-2.6 2.2-4 5.2-4s5.2 1.4 5.2 4',
  cloud: 'M4.6 12.5a2.8 2.8 0 0 1-.3-5.6a3.8 3.8 0 0 1 7.4-.7a3.2 3.2 0 0 1-.4 6.3z',
  clock: 'M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6z M8 4.8v3.4l2.3 1.5',
  refresh: 'M13.3 6.2a5.6 5.6 0 1 0 .3 3 M13.5 2.6v3.7h-3.7',
  undo: 'M5.5 3.5l-3 3l3 3 M2.5 6.5h7a3.5 3.5 0 0 1 0 7h-3',
  redo: 'M10.5 3.5l3 3l-3 3 M13.5 6.5h-7a3.5 3.5 0 0 0 0 7h3',
  down: 'M4 6.2l4 4l4-4',
  left: 'M9.8 4l-4 4l4 4',
  right: 'M6.2 4l4 4l-4 4',
  up: 'M4 9.8l4-4l4 4',
  close: 'M4 4l8 8 M12 4l-8 8',
  plus: 'M8 3v10 M3 8h10',
  minus: 'M3 8h10',
  copy: 'M5.5 5.5h8v8h-8z M3.5 10.5h-1v-8h8v1',
  trash: 'M3 4.5h10 M6 4.5v-2h4v2 M4.2 4.5l.6 9h6.4l.6-9 M6.8 7v4 M9.2 7v4',
  edit: 'M10.8 2.8l2.4 2.4l-7.6 7.6l-3 .6l.6-3z',
  more: 'M3.5 8h.01 M8 8h.01 M12.5 8h.01',
  play: 'M5 3.2l7.5 4.8l-7.5 4.8z',
  pause: 'M5.3 3.5v9 M10.7 3.5v9',
  download: 'M8 2.5v7.5 M5 7.2l3 3l3-3 M2.5 13.5h11',
  link: 'M6.7 9.3l2.6-2.6 M7.3 4.8l1.3-1.3a2.8 2.8 0 0 1 4 4l-1.3 1.3 M8.7 11.2l-1.3 1.3a2.8 2.8 0 0 1-4-4l1.3-1.3',
  send: 'M8 13.5v-8 M4.8 8.2l3.2-3.2l3.2 3.2 M2.5 2.5h11',
  save: 'M4 2.5h8v11l-4-3l-4 3z',
  columns: 'M2.5 3h11v10h-11z M6.2 3v10 M9.8 3v10',
  wrap: 'M2.5 4h11 M2.5 8h9a2.2 2.2 0 0 1 0 4.4h-3.5 M9.6 10.8l-1.6 1.6l1.6 1.6 M2.5 12.4h2.5',
  words: 'M2.5 3h11v7.5h-6l-3 2.8v-2.8h-2z M5 5.6h6 M5 8h4',
  pin: 'M6 2.5h4 M6.6 2.5v4l-2.1 2.5h7l-2.1-2.5v-4 M8 9v4.5',
  star: 'M8 2.2l1.8 3.7l4 .6l-2.9 2.8l.7 4l-3.6-1.9l-3.6 1.9l.7-4l-2.9-2.8l4-.6z',
  key: 'M5.2 7.2a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 1 0 0-5.2z M7.1 8l5.6-5.6 M10.3 4.8l1.9 1.9',
  settings:
    'M2.5 5h6 M11.5 5h2 M10 3.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z M2.5 11h2 M7.5 11h6 M6 9.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z',
  warning: 'M8 2.5l6 10.8h-12z M8 6.5v3.2 M8 11.5v.01',
  fullscreen: 'M2.5 6v-3.5h3.5 M10 2.5h3.5v3.5 M13.5 10v3.5h-3.5 M6 13.5h-3.5v-3.5',
  filter: 'M2.5 3h11l-4.2 5.2v4.8l-2.6-1.6v-3.2z',
  help: 'M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6z M6.4 6.3a1.7 1.7 0 1 1 2.4 1.7c-.6.3-.8.6-.8 1.2 M8 11.2v.01',
  mute: 'M4 11v-4a4 4 0 0 1 6-3.4 M12 6.6v4.4l1.3 1.3h-10.6 M2.5 2.5l11 11',
} as const;

export type IconName = keyof typeof strokes;

interface IconProps {
  name: IconName;
  size?: number;
}

/** A line icon in the colour of the text around it; always beside or inside something with a name. */
export function Icon({ name, size = 16 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
