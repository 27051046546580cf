interface MarkProps {
  size: number;
}

/** The mark: a cairn of three stones. It is decoration; the name stands beside it. */
export function Mark({ size }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="var(--mantine-color-anchor)" aria-hidden="true">
      <path d="M4.2 24.6c.3-3 3.9-4.9 10.4-5.1 7.6-.2 12.6 1.5 13.2 4.7.5 2.7-2.3 4.3-8.3 4.5-8.9.4-15.7-.4-15.3-4.1z" />
      <path d="M8 16.1c0-2.5 2.9-4 7.9-4.1 5.2-.1 8.3 1.3 8.4 3.7.1 2.1-2.3 3.1-7.1 3.1-5.7.1-9.2-.5-9.2-2.7z" />
      <path d="M11.7 8.6c-.1-2.5 1.7-4.6 4.7-4.7 2.8 0 4.5 1.9 4.4 4.3-.1 2.2-1.6 3.1-4.5 3.1-3 .1-4.5-.6-4.6-2.7z" />
    </svg>
  );
}
