/** How well a name fits what is typed of it. */
interface Fit {
  /** 0: it begins so. 1: one of its words does. 2: it holds it somewhere. */
  rank: number;
  /** Where it stands in the name. */
  at: number;
}

/** Finds what is typed in a name, in any letter case, at the best place; null when it is not there. */
export function fitOf(name: string, typed: string): Fit | null {
  const [text, part] = [name.toLowerCase(), typed.toLowerCase()];
  const first = text.indexOf(part);
  if (first <= 0) return first === 0 ? { rank: 0, at: 0 } : null;
  for (let at = first; at !== -1; at = text.indexOf(part, at + 1)) if (beginsWord(name, at)) return { rank: 1, at };
  return { rank: 2, at: first };
}

/** Words are separated by signs, or begin with a capital letter. */
function beginsWord(name: string, at: number): boolean {
  const [before = '', sign = ''] = [name[at - 1], name[at]];
  return /[^\p{L}\d]/u.test(before) || (/\p{Lu}/u.test(sign) && !/\p{Lu}/u.test(before));
}

/** Those that fit what is typed, the best first; equally good ones stay in their order. */
export function ranked<Option extends { label: string }>(options: Option[], typed: string): Option[] {
  return options
    .flatMap((option) => {
      const fit = fitOf(option.label, typed);
      return fit === null ? [] : [{ option, fit }];
    })
    .toSorted((one, other) => one.fit.rank - other.fit.rank)
    .map(({ option }) => option);
}
