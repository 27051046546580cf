/** Says that a variable between quotes is text; null when there is none. */
export function quotedVariable(where: string): string | null {
  const [, name] = /(["'])(\$\w+|\$\{\w+\})\1/.exec(where)?.slice(1) ?? [];
  return name === undefined ? null : `In quotes, ${name} is text. Without them it stands for what is chosen.`;
}
